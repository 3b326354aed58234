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

/** The pages of the menu and of the palette, in the order of a working day. */
export const PAGE_GROUPS: PageGroup[] = [
  {
    name: null,
    pages: [
      { to: '/', label: 'Overview', words: 'home attention throughput health space' },
      { to: '/jobs', label: 'Jobs', words: 'transfers queue' },
      {
        to: '/replicate',
        label: 'New replication',
        words: 'submit transfer copy search datasets import plan',
      },
      { to: '/datasets', label: 'Datasets', words: 'completeness map replicas versions disputes publish' },
      { to: '/subscriptions', label: 'Subscriptions', words: 'standing query harvest new versions' },
      { to: '/requests', label: 'Requests', words: 'approve decline ask wanted' },
      { to: '/campaigns', label: 'Campaigns', words: 'relay several sites' },
      { to: '/holdings', label: 'Holdings', words: 'scan verify reconcile purge quarantine scrub files' },
    ],
  },
  {
    name: 'Network',
    pages: [
      { to: '/links', label: 'Links', words: 'rate limit windows hours bench measure throughput' },
      { to: '/sites', label: 'Sites', words: 'pair invitation nodes exports space maintenance ban peers' },
      { to: '/data-nodes', label: 'Data nodes', words: 'esgf http breaker ban' },
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
