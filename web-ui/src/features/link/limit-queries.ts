import type { Page, Schemas } from '../../api/messages';
import { useAnswer, useChange } from '../../lib/answer';
import { apiDelete, apiPut } from '../../lib/api-client';
import { queryKeys } from '../../lib/query-keys';

export type Limit = Schemas['LimitView'];

/** A link, by its other end, or an export or a node of this site. */
export interface Place {
  kind: Limit['kind'];
  name: string;
}

/** As seen from this site. */
export type Direction = 'in' | 'out';

const LIMITS = '/limits';

const limitPath = ({ kind, name }: Place) => `${LIMITS}/${kind.toLowerCase()}/${encodeURIComponent(name)}`;

/** All limits that somebody set. */
export function useLimits() {
  return useAnswer<Page<Limit>>(LIMITS, { limit: 1000 }, { everyMillis: 10_000 });
}

type Key = readonly unknown[];

/** @param stale what it changes beside the limits */
export function useSetPlaceLimit(place: Place, ...stale: Key[]) {
  return useChange(
    (wish: Partial<Schemas['SetLimit']>) => apiPut<Limit>(limitPath(place), wish),
    queryKeys.of(LIMITS),
    ...stale,
  );
}

/** Removes the limit, or one direction of it. */
export function useRemovePlaceLimit(place: Place, direction: Direction | null = null, ...stale: Key[]) {
  const query = direction === null ? '' : `?direction=${direction}`;
  return useChange(() => apiDelete<void>(`${limitPath(place)}${query}`), queryKeys.of(LIMITS), ...stale);
}
