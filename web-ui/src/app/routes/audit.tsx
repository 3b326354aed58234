import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './root';

export const auditRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/audit',
    component: lazyRouteComponent(() => import('../../features/audit/AuditPage'), 'AuditPage'),
  }),
] as const;
