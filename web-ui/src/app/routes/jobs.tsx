import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './root';

export const jobRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/jobs',
    component: lazyRouteComponent(() => import('../../features/job/list/JobListPage'), 'JobListPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/jobs/$jobId',
    component: lazyRouteComponent(() => import('../../features/job/page/JobPage'), 'JobPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/timeline',
    component: lazyRouteComponent(() => import('../../features/job/timeline/TimelinePage'), 'TimelinePage'),
  }),
] as const;
