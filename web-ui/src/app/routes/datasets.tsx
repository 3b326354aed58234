import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './root';

export const datasetRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/datasets',
    component: lazyRouteComponent(() => import('../../features/dataset/list/DatasetsPage'), 'DatasetsPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/datasets/$instanceId',
    component: lazyRouteComponent(() => import('../../features/dataset/page/DatasetPage'), 'DatasetPage'),
  }),
] as const;
