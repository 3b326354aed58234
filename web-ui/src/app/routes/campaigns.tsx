import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page';
import { signedInRoute } from './root';

export const campaignRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/campaigns',
    component: lazyPage(() => import('../../features/campaign/list/CampaignListPage'), 'CampaignListPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/campaigns/$campaignId',
    component: lazyPage(() => import('../../features/campaign/page/CampaignPage'), 'CampaignPage'),
  }),
] as const;
