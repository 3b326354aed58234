import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page';
import { signedInRoute } from './root';

export const subscriptionRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/subscriptions',
    component: lazyPage(
      () => import('../../features/subscription/list/SubscriptionListPage'),
      'SubscriptionListPage',
    ),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/subscriptions/$subscriptionId',
    component: lazyPage(
      () => import('../../features/subscription/page/SubscriptionPage'),
      'SubscriptionPage',
    ),
  }),
] as const;
