import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './root';

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/settings',
    component: lazyRouteComponent(() => import('../../features/settings/SettingsPage'), 'SettingsPage'),
  }),
] as const;
