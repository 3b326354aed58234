import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { LiveFeed, type FeedMessage, type FeedState } from './live-feed';
import { queryKeys } from './query-keys';

const GATHER_MILLIS = 500;
const POLL_MILLIS = 2_000;
const IDLE_POLL_MILLIS = 15_000;

const FeedContext = createContext<FeedState>('connecting');

/**
 * Keeps what is shown up to date: from the feed while there is one.
 *
 * `enabled` is false for those who may not hear what happens.
 */
export function LiveUpdates({ enabled, children }: { enabled: boolean; children: ReactNode }) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<FeedState>('connecting');
  useEffect(() => {
    if (!enabled) return undefined;
    const gatherer = new ChangeGatherer(queryClient);
    const feed = new LiveFeed((message) => gatherer.add(message), setState);
    feed.open();
    return () => {
      feed.close();
      gatherer.stop();
    };
  }, [queryClient, enabled]);
  return <FeedContext value={state}>{children}</FeedContext>;
}

export function useFeedState(): FeedState {
  return use(FeedContext);
}

/** How often to ask although there is a feed: rates and counts of moving jobs change without an event. */
export function pollMillis(feed: FeedState, moving: boolean): number {
  return feed === 'live' && !moving ? IDLE_POLL_MILLIS : POLL_MILLIS;
}

/** A burst of messages asks the server once. */
class ChangeGatherer {
  private readonly jobIds = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly queryClient: QueryClient;

  constructor(queryClient: QueryClient) {
    this.queryClient = queryClient;
  }

  add(message: FeedMessage): void {
    if (message.jobId !== null) this.jobIds.add(message.jobId);
    this.timer ??= setTimeout(() => this.refresh(), GATHER_MILLIS);
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private refresh(): void {
    this.timer = null;
    void this.queryClient.invalidateQueries({ queryKey: queryKeys.jobLists });
    void this.queryClient.invalidateQueries({ queryKey: queryKeys.attention });
    for (const jobId of this.jobIds)
      void this.queryClient.invalidateQueries({ queryKey: queryKeys.job(jobId) });
    this.jobIds.clear();
  }
}
