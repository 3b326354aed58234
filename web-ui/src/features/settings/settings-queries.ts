import type { Page, Schemas } from '../../api/messages';
import { useAnswer, useChange } from '../../lib/answer';
import { apiDelete, apiGet, apiPatch, apiPost } from '../../lib/api-client';
import { queryKeys } from '../../lib/query-keys';

export type Hook = Schemas['HookView'];
export type Backup = Schemas['BackupView'];
export type Settings = Schemas['SettingsView'];
export type Examination = Schemas['DoctorView'];

const HOOKS = queryKeys.of('/hooks');
const BACKUPS = queryKeys.of('/backups');
const SETTINGS = queryKeys.of('/settings');

export function useSettings(enabled: boolean) {
  return useAnswer<Settings>('/settings', {}, { enabled });
}

export function usePatchSettings() {
  return useChange((wish: Schemas['ChangeSettings']) => apiPatch<Settings>('/settings', wish), SETTINGS);
}

export function useHooks(enabled: boolean) {
  return useAnswer<Page<Hook>>('/hooks', {}, { enabled });
}

export function useCreateHook() {
  return useChange((wish: Schemas['CreateHook']) => apiPost<Hook>('/hooks', wish), HOOKS);
}

export function useDeleteHook() {
  return useChange((name: string) => apiDelete<void>(`/hooks/${encodeURIComponent(name)}`), HOOKS);
}

export function useTryHook() {
  return useChange(
    (name: string) => apiPost<Schemas['HookTrial']>(`/hooks/${encodeURIComponent(name)}/test`),
    HOOKS,
  );
}

export function useBackups(enabled: boolean) {
  return useAnswer<Page<Backup>>('/backups', {}, { enabled, everyMillis: 5_000 });
}

export function useCreateBackup() {
  return useChange(() => apiPost<Backup>('/backups', {}), BACKUPS);
}

/** Takes seconds: it looks at the machine. */
export function useExamine() {
  return useChange(() => apiGet<Examination>('/doctor'));
}

export function useChangePassword() {
  return useChange(
    (wish: Schemas['ChangePassword']) => apiPost<void>('/users/me/password', wish),
    queryKeys.session,
  );
}
