import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page';
import { signedInRoute } from './root';

export const holdingRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/holdings',
    component: lazyPage(() => import('../../features/holding/list/HoldingsPage'), 'HoldingsPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/holdings/surveys/$surveyId',
    component: lazyPage(() => import('../../features/holding/survey/SurveyPage'), 'SurveyPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/holdings/purges/$purgeId',
    component: lazyPage(() => import('../../features/holding/plan/PurgePage'), 'PurgePage'),
  }),
] as const;
