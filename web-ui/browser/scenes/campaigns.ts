import type { Route } from '../mock-server';

const part = {
  site: 'ipsl',
  destination: 'bdm://ipsl/replica/CMIP6/ScenarioMIP',
  job: 'ipsl:job-7',
  state: 'ACTIVE',
  bytesDone: 2.5e12,
  bytesTotal: 1e13,
  filesDone: 3000,
  filesTotal: 12_000,
  filesFailed: 0,
  trouble: null,
  changedAt: '2026-11-20T10:00:00Z',
};
const campaigns = [
  {
    id: 'campaign-1',
    name: 'ScenarioMIP for all sites',
    owner: 'ann',
    state: 'RUNNING',
    selection: 'bdm://dkrz/data/CMIP6/ScenarioMIP',
    files: 12_000,
    bytes: 1e13,
    createdAt: '2026-11-20T10:00:00Z',
    endedAt: null,
    destinations: [
      part,
      {
        ...part,
        site: 'bsc',
        destination: 'bdm://bsc/in/CMIP6/ScenarioMIP',
        job: 'bsc:job-12',
        state: 'SUCCEEDED',
        bytesDone: 1e13,
        filesDone: 12_000,
      },
      {
        ...part,
        site: 'cmcc',
        destination: 'bdm://cmcc/in/CMIP6/ScenarioMIP',
        job: null,
        state: 'QUEUED',
        bytesDone: 0,
        filesDone: 0,
        trouble: 'The site cmcc is in maintenance until 18:00; its job is sent then.',
      },
    ],
  },
];

export const campaignScene: Route = ({ url, method, body }) => {
  if (url.pathname === '/campaigns' && method === 'GET')
    return { status: 200, body: { items: campaigns, nextCursor: null } };
  if (url.pathname === '/campaigns/campaign-1') return { status: 200, body: campaigns[0] };
  if (url.pathname === '/campaigns/plans' && body !== '')
    return {
      status: 200,
      body: {
        files: 12_000,
        bytes: 1e13,
        destinations: 2,
        totalFiles: 24_000,
        totalBytes: 2e13,
        complete: true,
        needsConfirmation: true,
      },
    };
  return undefined;
};
