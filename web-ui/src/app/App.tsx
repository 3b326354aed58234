import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorPanel } from '../components/ErrorPanel';
import { Loading } from '../components/Loading';
import { LoginPage } from '../features/login/LoginPage';
import { LiveUpdates } from '../lib/live-updates';
import { sessionQuery } from '../lib/session';
import { makeQueryClient } from './query-client';
import { makeRouter } from './router';

/**
 * Mantine's own style elements are off: its variables and classes come from its style sheets, so that the page works under a content
 * security policy without inline styles.
 */
export function App({ queryClient }: { queryClient?: QueryClient }) {
  const [client] = useState(() => queryClient ?? makeQueryClient());
  return (
    <MantineProvider defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={client}>
        <Pages />
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Pages() {
  const session = useQuery(sessionQuery);
  const [router] = useState(makeRouter);
  if (session.data) {
    return (
      <LiveUpdates>
        <RouterProvider router={router} />
      </LiveUpdates>
    );
  }
  if (session.data === null) return <LoginPage />;
  if (session.isError) return <ErrorPanel error={session.error} onRetry={() => void session.refetch()} />;
  return <Loading what="the page" />;
}
