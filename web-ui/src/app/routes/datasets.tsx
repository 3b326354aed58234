import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page';
import { signedInRoute } from './root';

export const datasetRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/datasets',
    component: lazyPage(() => import('../../features/dataset/list/DatasetsPage'), 'DatasetsPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/datasets/$instanceId',
    component: lazyPage(() => import('../../features/dataset/page/DatasetPage'), 'DatasetPage'),
  }),
] as const;
