import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './root';

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/people',
    component: lazyRouteComponent(() => import('../../features/people/PeoplePage'), 'PeoplePage'),
  }),
] as const;
