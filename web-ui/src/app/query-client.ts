import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from '../lib/session';
import { queryKeys } from '../lib/query-keys';

/**
 * Asking again is done by the intervals of the queries, so nothing is tried again at once. The browser's idea of being online is not
 * asked: this computer may well be without a network and run the server itself.
 */
export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isSignedOut(error)) client.setQueryData(queryKeys.session, null);
      },
    }),
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: 1_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
