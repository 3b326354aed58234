import type { Page, Schemas } from '../../api/messages';
import { useAnswer, useChange } from '../../lib/answer';
import { apiDelete, apiPost } from '../../lib/api-client';
import { queryKeys } from '../../lib/query-keys';

export type Campaign = Schemas['CampaignView'];
export type CampaignPart = Schemas['CampaignPartView'];
export type CampaignPlan = Schemas['CampaignPlanView'];
export type NewCampaign = Schemas['CreateCampaign'];

const CAMPAIGNS = '/campaigns';

export function campaignPath(campaignId: string, part = ''): string {
  return `${CAMPAIGNS}/${encodeURIComponent(campaignId)}${part}`;
}

/** All that the server lists, newest first. */
export function useCampaigns() {
  return useAnswer<Page<Campaign>>(CAMPAIGNS, {}, { everyMillis: 10_000 });
}

export function useCampaign(campaignId: string) {
  return useAnswer<Campaign>(campaignPath(campaignId), {}, { everyMillis: 5_000 });
}

/** Counts, and creates nothing. */
export function usePlanCampaign() {
  return useChange((wish: NewCampaign) => apiPost<CampaignPlan>(`${CAMPAIGNS}/plans`, wish));
}

export function useCreateCampaign() {
  return useChange((wish: NewCampaign) => apiPost<Campaign>(CAMPAIGNS, wish), queryKeys.of(CAMPAIGNS));
}

export function useCancelCampaign(campaignId: string) {
  return useChange(
    () => apiPost<Campaign>(campaignPath(campaignId, '/cancel')),
    queryKeys.of(campaignPath(campaignId)),
    queryKeys.of(CAMPAIGNS),
  );
}

export type SharedCampaign = Schemas['SharedCampaignView'];
export type SharedDestination = Schemas['SharedDestinationView'];

/** A campaign by its link, for everybody who has it. */
export function useSharedCampaign(secret: string) {
  return useAnswer<SharedCampaign>(
    `/shared/campaigns/${encodeURIComponent(secret)}`,
    {},
    { everyMillis: 60_000 },
  );
}

/** Makes a link; an earlier one of the campaign ends. */
export function useShareCampaign(campaignId: string) {
  return useChange(() => apiPost<Schemas['CampaignLinkView']>(campaignPath(campaignId, '/link')));
}

export function useUnshareCampaign(campaignId: string) {
  return useChange(() => apiDelete<void>(campaignPath(campaignId, '/link')));
}
