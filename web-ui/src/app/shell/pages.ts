import type { Role } from '../../lib/session';

export interface PageLink {
  to: string;
  label: string;
  /** what else people call it, for the search of the palette */
  words?: string;
  /** who may see it; everybody if left out */
  roles?: Role[];
}

export interface PageGroup {
  /** null for the first one, which needs no name */
  name: string | null;
  pages: PageLink[];
}

/** All but those who only ask for data. */
const LOOKERS: Role[] = ['reader', 'operator', 'submitter'];

/** The pages of the menu and of the palette, in the order of a working day. */
export const PAGE_GROUPS: PageGroup[] = [
  {
    name: null,
    pages: [
      { to: '/', label: 'Overview', words: 'home attention throughput health space', roles: LOOKERS },
      { to: '/jobs', label: 'Jobs', words: 'transfers queue', roles: LOOKERS },
      {
        to: '/timeline',
        label: 'Timeline',
        words: 'gantt calendar schedule windows maintenance when ends',
        roles: LOOKERS,
      },
      {
        to: '/replicate',
        label: 'New replication',
        words: 'submit transfer copy search datasets import plan',
      },
      {
        to: '/datasets',
        label: 'Datasets',
        words: 'completeness map replicas versions disputes publish',
        roles: LOOKERS,
      },
      {
        to: '/subscriptions',
        label: 'Subscriptions',
        words: 'standing query harvest new versions',
        roles: LOOKERS,
      },
      { to: '/requests', label: 'Requests', words: 'approve decline ask wanted' },
      { to: '/campaigns', label: 'Campaigns', words: 'relay several sites', roles: LOOKERS },
      {
        to: '/handovers',
        label: 'Handovers',
        words: 'carrier globus gridftp fts batch other mover',
        roles: LOOKERS,
      },
      {
        to: '/holdings',
        label: 'Holdings',
        words: 'scan verify reconcile purge quarantine scrub files',
        roles: LOOKERS,
      },
    ],
  },
  {
    name: 'Network',
    pages: [
      {
        to: '/links',
        label: 'Links',
        words: 'rate limit windows hours bench measure throughput',
        roles: LOOKERS,
      },
      {
        to: '/sites',
        label: 'Sites',
        words: 'pair invitation nodes exports space maintenance ban peers',
        roles: LOOKERS,
      },
      { to: '/data-nodes', label: 'Data nodes', words: 'esgf http breaker ban', roles: LOOKERS },
    ],
  },
  {
    name: 'Administration',
    pages: [
      { to: '/audit', label: 'Audit', words: 'log who did what', roles: ['admin'] },
      { to: '/people', label: 'People and tokens', words: 'users passwords roles', roles: ['admin'] },
      { to: '/settings', label: 'Settings', words: 'hooks backups log doctor' },
    ],
  },
];
