import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './root';

export const holdingRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/holdings',
    component: lazyRouteComponent(() => import('../../features/holding/list/HoldingsPage'), 'HoldingsPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/holdings/surveys/$surveyId',
    component: lazyRouteComponent(() => import('../../features/holding/survey/SurveyPage'), 'SurveyPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/holdings/purges/$purgeId',
    component: lazyRouteComponent(() => import('../../features/holding/plan/PurgePage'), 'PurgePage'),
  }),
] as const;
