import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page';
import { signedInRoute } from './root';

export const jobRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/jobs',
    component: lazyPage(() => import('../../features/job/list/JobListPage'), 'JobListPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/jobs/$jobId',
    component: lazyPage(() => import('../../features/job/page/JobPage'), 'JobPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/timeline',
    component: lazyPage(() => import('../../features/job/timeline/TimelinePage'), 'TimelinePage'),
  }),
] as const;
