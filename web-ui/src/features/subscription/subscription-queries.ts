import type { Page, Schemas } from '../../api/messages';
import { useAnswer, useChange } from '../../lib/answer';
import { apiDelete, apiPost } from '../../lib/api-client';
import { usePagedList } from '../../lib/paged-list';
import { queryKeys } from '../../lib/query-keys';

export type Subscription = Schemas['SubscriptionView'];
export type SubscriptionState = Schemas['SubscriptionState'];
export type SubscriptionPlan = Schemas['SubscriptionPlanView'];
export type NewSubscription = Schemas['CreateSubscription'];
export type Found = Schemas['FoundBySubscriptionView'];
export type FoundState = Schemas['FoundState'];
export type HoldingPolicy = Schemas['HoldingPolicy'];
export type SubscriptionVerb = 'pause' | 'resume' | 'run' | 'end';

const SUBSCRIPTIONS = '/subscriptions';

function subscriptionPath(subscriptionId: string, part = ''): string {
  return `${SUBSCRIPTIONS}/${encodeURIComponent(subscriptionId)}${part}`;
}

export function useSubscriptions() {
  return useAnswer<Page<Subscription>>(SUBSCRIPTIONS, {}, { everyMillis: 10_000 });
}

export function useSubscription(subscriptionId: string) {
  return useAnswer<Subscription>(subscriptionPath(subscriptionId), {}, { everyMillis: 5_000 });
}

export function useFound(subscriptionId: string, state: FoundState | null) {
  return usePagedList<Found>(subscriptionPath(subscriptionId, '/datasets'), { state });
}

/** Counts, and creates nothing. */
export function usePlanSubscription() {
  return useChange((wish: NewSubscription) => apiPost<SubscriptionPlan>(`${SUBSCRIPTIONS}/plans`, wish));
}

export function useCreateSubscription() {
  return useChange(
    (wish: NewSubscription) => apiPost<Subscription>(SUBSCRIPTIONS, wish),
    queryKeys.of(SUBSCRIPTIONS),
  );
}

export function useSteerSubscription(subscriptionId: string) {
  return useChange(
    (verb: SubscriptionVerb) =>
      verb === 'end'
        ? apiDelete<Subscription>(subscriptionPath(subscriptionId))
        : apiPost<Subscription>(subscriptionPath(subscriptionId, `/${verb}`)),
    queryKeys.of(subscriptionPath(subscriptionId)),
    queryKeys.of(SUBSCRIPTIONS),
  );
}
