import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './root';

export const campaignRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/campaigns',
    component: lazyRouteComponent(
      () => import('../../features/campaign/list/CampaignListPage'),
      'CampaignListPage',
    ),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/campaigns/$campaignId',
    component: lazyRouteComponent(() => import('../../features/campaign/page/CampaignPage'), 'CampaignPage'),
  }),
] as const;
