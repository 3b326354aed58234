import { useQuery } from '@tanstack/react-query';
import type { Attention, Page } from '../../api/messages';
import { apiDelete, apiGet, apiPatch, apiPost, apiPut } from '../../lib/api-client';
import { useChange } from '../../lib/answer';
import { useFeedState } from '../../lib/live-updates';
import { queryKeys } from '../../lib/query-keys';

export function useAttention() {
  const feed = useFeedState();
  return useQuery({
    queryKey: queryKeys.attention,
    queryFn: ({ signal }) => apiGet<Page<Attention>>('/attention', {}, signal),
    // it walks over many jobs, and the feed says when something changes
    refetchInterval: feed === 'live' ? 30_000 : 10_000,
  });
}

/** Puts all items of a cause away, one after the other. */
export function useAcknowledge() {
  return useChange(async (items: Attention[]) => {
    for (const item of items)
      await apiPost<Attention>(`/attention/${encodeURIComponent(item.id)}/acknowledgement`, {});
  }, queryKeys.attention);
}

type Remedy = Attention['request'];

/** Sends the requests that the server says settle some items, one after the other. */
export function useRemedy() {
  return useChange(
    async (remedies: Remedy[]) => {
      for (const remedy of remedies) await send(remedy);
    },
    queryKeys.attention,
    queryKeys.jobLists,
  );
}

function send({ method, path, body }: Remedy): Promise<unknown> {
  const route = path.replace(/^\/api\/v1/, '');
  switch (method) {
    case 'POST':
      return apiPost<unknown>(route, body ?? {});
    case 'PUT':
      return apiPut<unknown>(route, body);
    case 'PATCH':
      return apiPatch<unknown>(route, body);
    case 'DELETE':
      return apiDelete<unknown>(route);
    default:
      throw new Error(`${method} ${path} changes nothing`);
  }
}
