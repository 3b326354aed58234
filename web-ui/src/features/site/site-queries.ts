import type { Page, Schemas } from '../../api/messages';
import { useAnswer, useChange } from '../../lib/answer';
import { apiDelete, apiPost, apiPut } from '../../lib/api-client';
import { queryKeys } from '../../lib/query-keys';

export type Site = Schemas['SiteView'];
export type PairedSite = Schemas['PairedSiteView'];
export type SiteNode = Schemas['SiteNodeView'];
export type SiteExport = Schemas['ExportView'];
export type Invitation = Schemas['InvitationView'];
export type Maintenance = Schemas['MaintenanceView'];

const SITES = '/sites';
const INVITATIONS = '/invitations';
const NODES = '/nodes';
const ALL = { limit: 1000 };

const sitePath = (name: string, part = '') => `${SITES}/${encodeURIComponent(name)}${part}`;

/** This site, and those it is paired with. */
export function useSites() {
  return useAnswer<Page<Site>>(SITES, ALL);
}

export function usePairedSite(name: string) {
  return useAnswer<PairedSite>(sitePath(name), {}, { everyMillis: 10_000 });
}

export function useExports() {
  return useAnswer<Page<SiteExport>>('/exports', ALL);
}

export function useNodes() {
  return useAnswer<Page<SiteNode>>(NODES, ALL, { everyMillis: 10_000 });
}

export type NodeVerb = 'drain' | 'resume' | 'remove';

export function useSteerNode() {
  return useChange(({ id, verb }: { id: string; verb: NodeVerb }) => {
    const path = `${NODES}/${encodeURIComponent(id)}`;
    return verb === 'remove' ? apiDelete<void>(path) : apiPost<void>(`${path}/${verb}`);
  }, queryKeys.of(NODES));
}

export function useInvitations() {
  return useAnswer<Page<Invitation>>(INVITATIONS, ALL);
}

export function useInvite() {
  return useChange(
    (wish: Schemas['CreateInvitation']) => apiPost<Invitation>(INVITATIONS, wish),
    queryKeys.of(INVITATIONS),
  );
}

export function useRevokeInvitation() {
  return useChange(
    (id: string) => apiDelete<void>(`${INVITATIONS}/${encodeURIComponent(id)}`),
    queryKeys.of(INVITATIONS),
  );
}

export function useAcceptInvitation() {
  return useChange((wish: Schemas['AcceptInvitation']) => apiPost<Site>(SITES, wish), queryKeys.of(SITES));
}

export function useRekey(name: string) {
  return useChange(
    (code: string) => apiPost<Site>(sitePath(name, '/rekey'), { name, code }),
    queryKeys.of(SITES),
    queryKeys.of(sitePath(name)),
  );
}

export function useUnpair(name: string) {
  return useChange(() => apiDelete<void>(sitePath(name)), queryKeys.of(SITES));
}

export function useBanSite(name: string) {
  return useChange(
    (wish: Schemas['SetBan']) => apiPut<Schemas['BanView']>(sitePath(name, '/ban'), wish),
    queryKeys.of(SITES),
    queryKeys.of(sitePath(name)),
  );
}

export function useUnbanSite(name: string) {
  return useChange(
    () => apiDelete<void>(sitePath(name, '/ban')),
    queryKeys.of(SITES),
    queryKeys.of(sitePath(name)),
  );
}

export function useMaintenance(name: string) {
  return useAnswer<Page<Maintenance>>(sitePath(name, '/maintenance'), ALL);
}

export function useAddMaintenance(name: string) {
  const path = sitePath(name, '/maintenance');
  return useChange(
    (wish: Schemas['AddMaintenance']) => apiPost<Maintenance>(path, wish),
    queryKeys.of(path),
    queryKeys.of(SITES),
    queryKeys.of(sitePath(name)),
  );
}

export function useRemoveMaintenance(name: string) {
  const path = sitePath(name, '/maintenance');
  return useChange(
    (number: number) => apiDelete<void>(`${path}/${number}`),
    queryKeys.of(path),
    queryKeys.of(SITES),
    queryKeys.of(sitePath(name)),
  );
}
