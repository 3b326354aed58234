import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { makeQueryClient } from './query-client';
import { makeRouter } from './router';

/** Nothing has a size in the tests of pages: a menu would be hidden because what opened it seems to be out of sight. */
const ENVIRONMENT = import.meta.env.MODE === 'test' ? 'test' : 'default';

/**
 * Mantine's own style elements are off: its variables and classes come from its style sheets, so that the page works under a content
 * security policy without inline styles.
 */
export function App({ queryClient }: { queryClient?: QueryClient }) {
  const [client] = useState(() => queryClient ?? makeQueryClient());
  const [router] = useState(makeRouter);
  return (
    <MantineProvider
      env={ENVIRONMENT}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={client}>
        <Notifications position="bottom-right" limit={4} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
