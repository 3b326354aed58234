import type { MoverEvent } from '../api/messages';
import { apiAddress } from './api-client';
import { noteAnswer } from './connection';

/**
 * `live`: the server tells what changes. `silent`: the feed is open and nothing comes, although the server says every three seconds that it is
 * there. `polling`: there is no feed now. In both of the last, pages ask every few seconds.
 */
export type FeedState = 'connecting' | 'live' | 'silent' | 'polling';

export interface FeedMessage {
  /** of the job that it is about; null for what belongs to no job */
  jobId: string | null;
}

const REOPEN_MILLIS = 5_000;
const LOOK_MILLIS = 1_000;
/** The server sends `alive` every 3 s; a person sees the silence within 10 s. */
const SILENT_AFTER_MILLIS = 8_000;

/**
 * The server's feed of what happens, opened again for as long as somebody wants it: after an answer that is no feed, for which a browser gives
 * up for good, and after a silence, which a browser does not notice.
 */
export class LiveFeed {
  private source: EventSource | null = null;
  private reopening: ReturnType<typeof setTimeout> | null = null;
  private watching: ReturnType<typeof setInterval> | null = null;
  private heardAt = 0;
  private state: FeedState | null = null;
  private readonly onMessage: (message: FeedMessage) => void;
  private readonly onState: (state: FeedState) => void;

  constructor(onMessage: (message: FeedMessage) => void, onState: (state: FeedState) => void) {
    this.onMessage = onMessage;
    this.onState = onState;
  }

  open(): void {
    if (this.state === null) this.is('connecting');
    this.watching ??= setInterval(() => this.look(), LOOK_MILLIS);
    const source = new EventSource(apiAddress('/events'));
    this.source = source;
    this.heardAt = Date.now();
    source.addEventListener('open', () => this.heard(source));
    source.addEventListener('alive', () => this.heard(source));
    source.addEventListener('error', () => this.broken(source));
    source.addEventListener('message', (event) => {
      this.heard(source);
      this.onMessage(messageOf(event.data));
    });
  }

  close(): void {
    this.source?.close();
    this.source = null;
    if (this.reopening !== null) clearTimeout(this.reopening);
    this.reopening = null;
    if (this.watching !== null) clearInterval(this.watching);
    this.watching = null;
  }

  private is(state: FeedState): void {
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }

  private heard(source: EventSource): void {
    if (source !== this.source) return;
    this.heardAt = Date.now();
    noteAnswer();
    this.is('live');
  }

  /** A stopped process keeps its connections open. Each silence opens a new one, which is answered as soon as it runs again. */
  private look(): void {
    if (this.source === null || this.reopening !== null) return;
    if (Date.now() - this.heardAt < SILENT_AFTER_MILLIS) return;
    this.source.close();
    this.is('silent');
    this.open();
  }

  private broken(source: EventSource): void {
    if (source !== this.source) return;
    this.is('polling');
    if (source.readyState === EventSource.CLOSED && this.reopening === null) {
      this.reopening = setTimeout(() => {
        this.reopening = null;
        this.open();
      }, REOPEN_MILLIS);
    }
  }
}

/** What cannot be read still says that something changed. */
function messageOf(data: unknown): FeedMessage {
  try {
    const message = JSON.parse(String(data)) as Partial<MoverEvent> | null;
    return { jobId: message?.jobId ?? null };
  } catch {
    return { jobId: null };
  }
}
