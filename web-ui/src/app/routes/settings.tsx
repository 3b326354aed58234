import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page';
import { signedInRoute } from './root';

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/settings',
    component: lazyPage(() => import('../../features/settings/SettingsPage'), 'SettingsPage'),
  }),
] as const;
