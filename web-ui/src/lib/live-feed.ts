import type { MoverEvent } from '../api/messages';
import { apiAddress } from './api-client';

/** `live`: the server tells what changes. `polling`: it cannot now, so pages ask every few seconds. */
export type FeedState = 'connecting' | 'live' | 'polling';

export interface FeedMessage {
  /** of the job that it is about; null for what belongs to no job */
  jobId: string | null;
}

const REOPEN_MILLIS = 5_000;

/**
 * The server's feed of what happens, opened again for as long as somebody wants it.
 * A browser gives up for good after an answer that is no feed; then it is opened anew after five seconds.
 */
export class LiveFeed {
  private source: EventSource | null = null;
  private reopening: ReturnType<typeof setTimeout> | null = null;
  private readonly onMessage: (message: FeedMessage) => void;
  private readonly onState: (state: FeedState) => void;

  constructor(onMessage: (message: FeedMessage) => void, onState: (state: FeedState) => void) {
    this.onMessage = onMessage;
    this.onState = onState;
  }

  open(): void {
    this.onState('connecting');
    const source = new EventSource(apiAddress('/events'));
    this.source = source;
    source.addEventListener('open', () => this.onState('live'));
    source.addEventListener('error', () => this.broken(source));
    source.addEventListener('message', (event) => this.onMessage(messageOf(event.data)));
  }

  close(): void {
    this.source?.close();
    this.source = null;
    if (this.reopening !== null) clearTimeout(this.reopening);
    this.reopening = null;
  }

  private broken(source: EventSource): void {
    if (source !== this.source) return;
    this.onState('polling');
    if (source.readyState === EventSource.CLOSED) {
      this.reopening = setTimeout(() => this.open(), REOPEN_MILLIS);
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
