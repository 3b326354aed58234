import type { Schemas } from '../../api/messages';
import { useAnswer, useChange } from '../../lib/answer';
import { apiPost } from '../../lib/api-client';
import { usePagedList } from '../../lib/paged-list';
import { queryKeys } from '../../lib/query-keys';

export type Request = Schemas['ReplicationRequestView'];
export type RequestState = Schemas['RequestState'];
export type NewRequest = Schemas['CreateReplicationRequest'];
export type Decision = Schemas['DecideReplicationRequest'];
export type DecisionVerb = 'approve' | 'decline' | 'withdraw';

const REQUESTS = '/requests';

function requestPath(requestId: string, part = ''): string {
  return `${REQUESTS}/${encodeURIComponent(requestId)}${part}`;
}

/** Oldest first; of requesters only their own. */
export function useRequests(state: RequestState | null) {
  return usePagedList<Request>(REQUESTS, { state });
}

export function useRequest(requestId: string) {
  return useAnswer<Request>(requestPath(requestId), {}, { everyMillis: 5_000 });
}

export function useAsk() {
  return useChange((wish: NewRequest) => apiPost<Request>(REQUESTS, wish), queryKeys.of(REQUESTS));
}

export function useDecide(requestId: string) {
  return useChange(
    ({ verb, decision }: { verb: DecisionVerb; decision: Decision }) =>
      apiPost<Request>(requestPath(requestId, `/${verb}`), decision),
    queryKeys.of(requestPath(requestId)),
    queryKeys.of(REQUESTS),
    queryKeys.attention,
  );
}
