import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './root';

export const subscriptionRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/subscriptions',
    component: lazyRouteComponent(
      () => import('../../features/subscription/list/SubscriptionListPage'),
      'SubscriptionListPage',
    ),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/subscriptions/$subscriptionId',
    component: lazyRouteComponent(
      () => import('../../features/subscription/page/SubscriptionPage'),
      'SubscriptionPage',
    ),
  }),
] as const;
