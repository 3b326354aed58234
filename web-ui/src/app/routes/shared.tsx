import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root';

/** Pages that need no login. */
export const sharedRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/shared/$secret',
    component: lazyRouteComponent(
      () => import('../../features/campaign/shared/SharedCampaignPage'),
      'SharedCampaignPage',
    ),
  }),
] as const;
