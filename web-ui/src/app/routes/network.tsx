import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page';
import { signedInRoute } from './root';

export const networkRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/links',
    component: lazyPage(() => import('../../features/link/list/LinkListPage'), 'LinkListPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/links/$source/$destination',
    component: lazyPage(() => import('../pages/LinkWithStagesPage'), 'LinkWithStagesPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/sites',
    component: lazyPage(() => import('../../features/site/list/SiteListPage'), 'SiteListPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/sites/$name',
    component: lazyPage(() => import('../pages/SiteWithLinkPage'), 'SiteWithLinkPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/data-nodes',
    component: lazyPage(() => import('../../features/data-node/DataNodeListPage'), 'DataNodeListPage'),
  }),
] as const;
