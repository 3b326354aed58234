import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './root';

export const networkRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/links',
    component: lazyRouteComponent(() => import('../../features/link/list/LinkListPage'), 'LinkListPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/links/$source/$destination',
    component: lazyRouteComponent(() => import('../pages/LinkWithStagesPage'), 'LinkWithStagesPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/sites',
    component: lazyRouteComponent(() => import('../../features/site/list/SiteListPage'), 'SiteListPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/sites/$name',
    component: lazyRouteComponent(() => import('../pages/SiteWithLinkPage'), 'SiteWithLinkPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/data-nodes',
    component: lazyRouteComponent(
      () => import('../../features/data-node/DataNodeListPage'),
      'DataNodeListPage',
    ),
  }),
] as const;
