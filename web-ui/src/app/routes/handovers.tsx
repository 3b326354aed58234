import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page';
import { signedInRoute } from './root';

export const handoverRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/handovers',
    component: lazyPage(() => import('../../features/handover/list/HandoverListPage'), 'HandoverListPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/handovers/$handoverId',
    component: lazyPage(() => import('../../features/handover/page/HandoverPage'), 'HandoverPage'),
  }),
] as const;
