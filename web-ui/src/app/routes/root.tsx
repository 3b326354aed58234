import { createRootRoute, createRoute } from '@tanstack/react-router';
import { ErrorPanel } from '../../components/ErrorPanel';
import { NoSuchPage } from '../pages/NoSuchPage';
import { SignedIn } from '../shell/SignedIn';

export const rootRoute = createRootRoute({
  errorComponent: ({ error }) => <ErrorPanel error={error} />,
  notFoundComponent: () => (
    <SignedIn>
      <NoSuchPage />
    </SignedIn>
  ),
});

/** Everything but the pages that need no login. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: SignedIn,
});
