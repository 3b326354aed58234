import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../lib/url-state';
import { auditRoutes } from './routes/audit';
import { campaignRoutes } from './routes/campaigns';
import { datasetRoutes } from './routes/datasets';
import { handoverRoutes } from './routes/handovers';
import { holdingRoutes } from './routes/holdings';
import { jobRoutes } from './routes/jobs';
import { networkRoutes } from './routes/network';
import { overviewRoutes } from './routes/overview';
import { peopleRoutes } from './routes/people';
import { replicateRoutes } from './routes/replicate';
import { requestRoutes } from './routes/requests';
import { rootRoute, signedInRoute } from './routes/root';
import { settingsRoutes } from './routes/settings';
import { sharedRoutes } from './routes/shared';
import { subscriptionRoutes } from './routes/subscriptions';

const routeTree = rootRoute.addChildren([
  signedInRoute.addChildren([
    ...overviewRoutes,
    ...jobRoutes,
    ...replicateRoutes,
    ...datasetRoutes,
    ...subscriptionRoutes,
    ...requestRoutes,
    ...campaignRoutes,
    ...handoverRoutes,
    ...networkRoutes,
    ...holdingRoutes,
    ...auditRoutes,
    ...peopleRoutes,
    ...settingsRoutes,
  ]),
  ...sharedRoutes,
]);

/** The server answers every address that is no file with the same page; what it shows is decided here. Each page is loaded when it is opened. */
export function makeRouter() {
  return createRouter({ routeTree, parseSearch, stringifySearch, defaultPreload: 'intent' });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
