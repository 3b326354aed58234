import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page';
import { signedInRoute } from './root';

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/people',
    component: lazyPage(() => import('../../features/people/PeoplePage'), 'PeoplePage'),
  }),
] as const;
