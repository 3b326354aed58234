import type { Page, Schemas } from '../../api/messages';
import { useAnswer, useChange } from '../../lib/answer';
import { apiDelete, apiPut } from '../../lib/api-client';
import { queryKeys } from '../../lib/query-keys';

export type DataNode = Schemas['DataNodeView'];
export type DataNodeSettings = Schemas['DataNodeSettingsView'];
export type SetDataNode = Schemas['SetDataNode'];
export type Ban = Schemas['BanView'];

const NODES = '/data-nodes';
const BANS = '/bans';
const banPath = (host: string) => `${NODES}/${encodeURIComponent(host)}/ban`;

export function useDataNodes() {
  return useAnswer<Page<DataNode>>(NODES, { limit: 1000 }, { everyMillis: 5_000 });
}

/** Of sites and of data nodes. */
export function useBans() {
  return useAnswer<Page<Ban>>(BANS, { limit: 1000 });
}

export function useBanDataNode(host: string) {
  return useChange(
    (wish: Schemas['SetBan']) => apiPut<Ban>(banPath(host), wish),
    queryKeys.of(NODES),
    queryKeys.of(BANS),
  );
}

export function useSetDataNode(host: string) {
  return useChange(
    (wish: SetDataNode) => apiPut<DataNodeSettings>(`${NODES}/${encodeURIComponent(host)}/settings`, wish),
    queryKeys.of(NODES),
  );
}

export function useUnsetDataNode(host: string) {
  return useChange(
    () => apiDelete<void>(`${NODES}/${encodeURIComponent(host)}/settings`),
    queryKeys.of(NODES),
  );
}

export function useUnbanDataNode(host: string) {
  return useChange(() => apiDelete<void>(banPath(host)), queryKeys.of(NODES), queryKeys.of(BANS));
}
