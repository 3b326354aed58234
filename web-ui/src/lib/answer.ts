import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiGet, type Query } from './api-client';
import { queryKeys } from './query-keys';

interface AnswerOptions {
  /** how often to ask again while it is shown; 0 for never */
  everyMillis?: number;
  enabled?: boolean;
  key?: readonly unknown[];
}

/** One answer of the server to a GET, kept fresh while it is shown. */
export function useAnswer<T>(
  path: string,
  query: Query = {},
  { everyMillis = 30_000, enabled = true, key }: AnswerOptions = {},
) {
  return useQuery({
    queryKey: key ?? queryKeys.of(path, query),
    queryFn: ({ signal }) => apiGet<T>(path, query, signal),
    refetchInterval: everyMillis === 0 ? false : everyMillis,
    placeholderData: keepPreviousData,
    enabled,
  });
}

/**
 * A change, and what has to be asked for again after it, also when it failed: the page may be out of date then.
 *
 * @param stale beginnings of keys
 */
export function useChange<Wish, Answer>(
  change: (wish: Wish) => Promise<Answer>,
  ...stale: (readonly unknown[])[]
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      for (const queryKey of stale) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
