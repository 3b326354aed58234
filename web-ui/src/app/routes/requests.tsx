import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page';
import { signedInRoute } from './root';

export const requestRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/requests',
    component: lazyPage(() => import('../../features/request/list/RequestListPage'), 'RequestListPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/requests/$requestId',
    component: lazyPage(() => import('../../features/request/page/RequestPage'), 'RequestPage'),
  }),
] as const;
