import { createRootRoute, createRoute, createRouter, Link, useNavigate } from '@tanstack/react-router';
import type { FileState } from '../api/messages';
import { ErrorPanel } from '../components/ErrorPanel';
import { JobListPage } from '../features/job/list/JobListPage';
import { JobPage } from '../features/job/page/JobPage';
import { FILE_STATES } from '../features/job/state/file-states';
import { JOB_FILTERS, type JobFilter } from '../features/job/state/job-state';
import type { JobTab, JobView } from '../features/job/page/job-view';
import { Shell } from './Shell';

interface ListSearch {
  show?: JobFilter;
}

interface JobSearch {
  tab?: JobTab;
  state?: FileState;
  q?: string;
}

const JOB_TABS: readonly JobTab[] = ['files', 'events', 'explanation', 'report'];

const rootRoute = createRootRoute({
  component: Shell,
  errorComponent: ({ error }) => <ErrorPanel error={error} />,
  notFoundComponent: () => (
    <p>
      There is no such page. <Link to="/">All jobs</Link>
    </p>
  ),
});

const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: (search: Record<string, unknown>): ListSearch => {
    const show = JOB_FILTERS.find(({ value }) => value === search.show)?.value;
    return show === undefined || show === 'all' ? {} : { show };
  },
  component: function ListRoute() {
    const { show = 'all' } = listRoute.useSearch();
    const navigate = useNavigate();
    return (
      <JobListPage
        filter={show}
        onFilter={(filter) => void navigate({ to: '/', search: filter === 'all' ? {} : { show: filter } })}
      />
    );
  },
});

const jobRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs/$jobId',
  validateSearch: (search: Record<string, unknown>): JobSearch => {
    const tab = JOB_TABS.find((each) => each === search.tab);
    const state = FILE_STATES.find((each) => each.state === search.state)?.state;
    return {
      ...(tab === undefined || tab === 'files' ? {} : { tab }),
      ...(state === undefined ? {} : { state }),
      ...(typeof search.q === 'string' && search.q !== '' ? { q: search.q } : {}),
    };
  },
  component: function JobRoute() {
    const { jobId } = jobRoute.useParams();
    const search = jobRoute.useSearch();
    const navigate = useNavigate();
    const show = (view: JobView) =>
      void navigate({
        to: '/jobs/$jobId',
        params: { jobId },
        search: {
          ...(view.tab === 'files' ? {} : { tab: view.tab }),
          ...(view.fileState === null ? {} : { state: view.fileState }),
          ...(view.pathPrefix === '' ? {} : { q: view.pathPrefix }),
        },
        replace: true,
      });
    return (
      <JobPage
        key={jobId}
        jobId={jobId}
        view={{ tab: search.tab ?? 'files', fileState: search.state ?? null, pathPrefix: search.q ?? '' }}
        onView={show}
        onOpenJob={(id) => void navigate({ to: '/jobs/$jobId', params: { jobId: id }, search: {} })}
      />
    );
  },
});

/** The server answers every address that is no file with the same page; what it shows is decided here. */
export function makeRouter() {
  return createRouter({ routeTree: rootRoute.addChildren([listRoute, jobRoute]) });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
