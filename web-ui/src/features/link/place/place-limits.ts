import type { Page, Schemas } from '../../../api/messages';
import { useAnswer, useChange } from '../../../lib/answer';
import { apiDelete, apiPut } from '../../../lib/api-client';
import { queryKeys } from '../../../lib/query-keys';

export type Limit = Schemas['LimitView'];

/** An export or a node of this site. */
export interface Place {
  kind: 'EXPORT' | 'NODE';
  name: string;
}

const LIMITS = '/limits';

const limitPath = ({ kind, name }: Place) =>
  `${kind === 'EXPORT' ? '/exports' : '/nodes'}/${encodeURIComponent(name)}/limit`;

/** All limits that somebody set. */
export function useLimits() {
  return useAnswer<Page<Limit>>(LIMITS, { limit: 1000 }, { everyMillis: 10_000 });
}

export function useSetPlaceLimit(place: Place) {
  return useChange(
    (wish: Schemas['SetPlaceLimit']) => apiPut<Limit>(limitPath(place), wish),
    queryKeys.of(LIMITS),
  );
}

export function useRemovePlaceLimit(place: Place) {
  return useChange(() => apiDelete<void>(limitPath(place)), queryKeys.of(LIMITS));
}
