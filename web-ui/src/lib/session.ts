import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Login, LoginWays, Version } from '../api/messages';
import { ApiProblem, apiGet, apiPost, showCsrfToken } from './api-client';
import { queryKeys } from './query-keys';

export interface Session {
  owner: string;
  roles: string[];
  site: string;
  version: string;
  /** made-up rows, nothing is moved */
  isDemo: boolean;
}

/** Null means: nobody is logged in. */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  staleTime: Infinity,
  // another tab may have logged in since: then there is another CSRF token
  refetchOnWindowFocus: 'always',
  queryFn: async (): Promise<Session | null> => {
    try {
      return await sessionOf(await apiGet<Login>('/login'));
    } catch (problem) {
      if (isSignedOut(problem)) return null;
      throw problem;
    }
  },
});

/** With a token alone if the server does not say. */
export const loginWaysQuery = queryOptions({
  queryKey: queryKeys.loginWays,
  queryFn: async (): Promise<LoginWays> => {
    try {
      return await apiGet<LoginWays>('/login/ways');
    } catch {
      return { token: true, password: false, oidc: false, oidcName: null };
    }
  },
});

export type Credentials = { token: string } | { user: string; password: string };

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 401;
}

export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (shown: Credentials) => sessionOf(await apiPost<Login>('/login', shown)),
    onSuccess: (session) => queryClient.setQueryData(queryKeys.session, session),
  });
}

export function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => apiPost<void>('/logout'),
    onSuccess: () => {
      showCsrfToken(null);
      // nothing that one user saw is there for the next
      queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKeys.session[0] });
      queryClient.setQueryData(queryKeys.session, null);
    },
  });
}

export type Role = 'admin' | 'operator' | 'submitter' | 'requester' | 'reader';

/** Whether whoever is logged in has one of the roles; an administrator has all. What a role cannot do is not shown. */
export function useMay(...roles: Role[]): boolean {
  const session = useQuery(sessionQuery).data;
  return session?.roles.some((role) => role === 'admin' || roles.includes(role as Role)) ?? false;
}

/** Whether whoever is logged in may look at jobs, holdings and sites: all but those who only ask for data. */
export function useMayLook(): boolean {
  return useMay('reader', 'operator', 'submitter');
}

/** Who is logged in; empty while that is not known. */
export function useOwner(): string {
  return useQuery(sessionQuery).data?.owner ?? '';
}

/** Whether whoever is logged in may pause, resume, cancel and retry the jobs of all. */
export function useMaySteer(): boolean {
  return useMay('operator');
}

async function sessionOf(login: Login): Promise<Session> {
  showCsrfToken(login.csrfToken);
  const { site, version, ...more } = await apiGet<Version & { demo?: boolean }>('/version');
  return { owner: login.owner, roles: login.roles, site, version, isDemo: more.demo ?? false };
}
