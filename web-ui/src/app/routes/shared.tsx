import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page';
import { rootRoute } from './root';

/** Pages that need no login. */
export const sharedRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/shared/$secret',
    component: lazyPage(
      () => import('../../features/campaign/shared/SharedCampaignPage'),
      'SharedCampaignPage',
    ),
  }),
] as const;
