import { createRootRoute, createRoute, Link } from '@tanstack/react-router';
import { ErrorPanel } from '../../components/ErrorPanel';
import { SignedIn } from '../shell/SignedIn';

export const rootRoute = createRootRoute({
  errorComponent: ({ error }) => <ErrorPanel error={error} />,
  notFoundComponent: () => (
    <p>
      There is no such page. <Link to="/">Overview</Link>
    </p>
  ),
});

/** Everything but the pages that need no login. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: SignedIn,
});
