import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page';
import { signedInRoute } from './root';

export const auditRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/audit',
    component: lazyPage(() => import('../../features/audit/AuditPage'), 'AuditPage'),
  }),
] as const;
