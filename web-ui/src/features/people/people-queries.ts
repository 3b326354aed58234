import type { Page, Schemas } from '../../api/messages';
import { useAnswer, useChange } from '../../lib/answer';
import { apiDelete, apiPatch, apiPost } from '../../lib/api-client';
import { queryKeys } from '../../lib/query-keys';

export type User = Schemas['UserView'];
export type Token = Schemas['TokenView'];
export type RoleName = Schemas['Role'];

const USERS = queryKeys.of('/users');
const TOKENS = queryKeys.of('/tokens');

/** With what each may do, as `docs/rest.md` has it. */
export const ROLES: readonly { role: RoleName; may: string }[] = [
  { role: 'reader', may: 'sees everything, changes nothing' },
  { role: 'requester', may: 'asks for replicas, which somebody approves' },
  { role: 'submitter', may: 'submits jobs; sees and steers the own ones' },
  { role: 'operator', may: 'steers all jobs, links, holdings and subscriptions' },
  { role: 'admin', may: 'everything, also people, tokens and sites' },
];

export function useUsers() {
  return useAnswer<Page<User>>('/users');
}

export function useTokens() {
  return useAnswer<Page<Token>>('/tokens');
}

export function useCreateUser() {
  return useChange((wish: Schemas['CreateUser']) => apiPost<User>('/users', wish), USERS);
}

export function usePatchUser(name: string) {
  return useChange(
    (wish: Schemas['PatchUser']) => apiPatch<User>(`/users/${encodeURIComponent(name)}`, wish),
    USERS,
  );
}

export function useDeleteUser() {
  return useChange((name: string) => apiDelete<void>(`/users/${encodeURIComponent(name)}`), USERS);
}

export function useCreateToken() {
  return useChange((wish: Schemas['CreateToken']) => apiPost<Token>('/tokens', wish), TOKENS);
}

export function useRevokeToken() {
  return useChange((id: string) => apiDelete<void>(`/tokens/${encodeURIComponent(id)}`), TOKENS);
}
