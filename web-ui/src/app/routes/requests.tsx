import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './root';

export const requestRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/requests',
    component: lazyRouteComponent(
      () => import('../../features/request/list/RequestListPage'),
      'RequestListPage',
    ),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/requests/$requestId',
    component: lazyRouteComponent(() => import('../../features/request/page/RequestPage'), 'RequestPage'),
  }),
] as const;
