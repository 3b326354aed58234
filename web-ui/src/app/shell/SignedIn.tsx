import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Loading } from '../../components/Loading';
import { LoginPage } from '../../features/login/LoginPage';
import { LiveUpdates } from '../../lib/live-updates';
import { sessionQuery, useMayLook } from '../../lib/session';
import { Shell } from './Shell';

/** The pages of who is logged in; else the login, at the same address. Without `children` the page of the address. */
export function SignedIn({ children }: { children?: ReactNode }) {
  const session = useQuery(sessionQuery);
  const mayLook = useMayLook();
  if (session.data) {
    return (
      <LiveUpdates enabled={mayLook}>
        <Shell session={session.data}>{children}</Shell>
      </LiveUpdates>
    );
  }
  if (session.data === null) return <LoginPage />;
  if (session.isError) return <ErrorPanel error={session.error} onRetry={() => void session.refetch()} />;
  return <Loading what="the page" />;
}
