import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page';
import { signedInRoute } from './root';

export const replicateRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/replicate',
    component: lazyPage(() => import('../../features/replicate/ReplicatePage'), 'ReplicatePage'),
  }),
] as const;
