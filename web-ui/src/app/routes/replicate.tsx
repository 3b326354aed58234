import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './root';

export const replicateRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/replicate',
    component: lazyRouteComponent(() => import('../../features/replicate/ReplicatePage'), 'ReplicatePage'),
  }),
] as const;
