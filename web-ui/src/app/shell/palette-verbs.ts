/** Something to do, and the page where it is done. */
export interface PaletteVerb {
  label: string;
  /** the page, which the person must be allowed to see */
  to: string;
  search?: Record<string, string>;
  /** what else people call it, with the verb of the command line */
  words: string;
}

/** What people do, as they would type it; the words of the command line lead here as well. */
export const PALETTE_VERBS: readonly PaletteVerb[] = [
  { label: 'Replicate a tree or a file', to: '/replicate', words: 'submit copy transfer download ls browse' },
  {
    label: 'Search datasets to replicate',
    to: '/replicate',
    search: { from: 'search' },
    words: 'replicate find esgf index',
  },
  {
    label: 'Import a list',
    to: '/replicate',
    search: { from: 'file' },
    words: 'draft wget synda esgpull globus upload',
  },
  { label: 'Pair with a site', to: '/sites', words: 'add invite invitation accept peer' },
  { label: 'Announce maintenance', to: '/sites', words: 'calendar closed downtime' },
  { label: 'Ban or unban a site', to: '/sites', words: 'block allow' },
  { label: 'Drain or remove a node', to: '/sites', words: 'node lost' },
  { label: 'See free space', to: '/sites', words: 'export disk full quota room' },
  {
    label: 'Limit the rate of a link',
    to: '/links',
    words: 'limit max-rate bandwidth throttle window hours set',
  },
  { label: 'Limit the rate of a job', to: '/jobs', words: 'set max-rate bandwidth throttle slower' },
  {
    label: 'Limit an export or a node',
    to: '/sites',
    words: 'limit max-rate-in max-rate-out max-active-files bandwidth throttle',
  },
  { label: 'Measure a link', to: '/links', words: 'bench speed test iperf' },
  {
    label: 'Give a data node a token or certificates',
    to: '/data-nodes',
    words: 'login ca set connections ban unban',
  },
  {
    label: 'Register files on disk',
    to: '/holdings',
    search: { tab: 'surveys' },
    words: 'hold scan survey adopt',
  },
  {
    label: 'Verify held files',
    to: '/holdings',
    search: { tab: 'surveys' },
    words: 'verify check checksum reconcile',
  },
  {
    label: 'Plan a purge',
    to: '/holdings',
    search: { tab: 'purges' },
    words: 'delete remove free space superseded retracted',
  },
  {
    label: 'Restore from the quarantine',
    to: '/holdings',
    search: { tab: 'quarantine' },
    words: 'undo bring back',
  },
  { label: 'Set the scrub', to: '/holdings', search: { tab: 'scrub' }, words: 'reread bit rot' },
  {
    label: 'Decide a dispute',
    to: '/datasets',
    search: { tab: 'disputes' },
    words: 'dispute accept reject checksum',
  },
  { label: 'Publish a dataset', to: '/datasets', words: 'publish stac catalog' },
  { label: 'Add a subscription', to: '/subscriptions', words: 'subscribe standing query new' },
  { label: 'Start a campaign', to: '/campaigns', words: 'several sites relay new' },
  { label: 'Approve or decline a request', to: '/requests', words: 'decide ask' },
  { label: 'Compare a handover', to: '/handovers', words: 'carrier globus again cancel' },
  { label: 'Make a backup', to: '/settings', search: { tab: 'backups' }, words: 'backup catalog' },
  { label: 'Check this host', to: '/settings', search: { tab: 'doctor' }, words: 'doctor support bundle' },
  { label: 'Add a hook', to: '/settings', search: { tab: 'hooks' }, words: 'notify mail slack webhook' },
  { label: 'Change the log level', to: '/settings', search: { tab: 'log' }, words: 'debug' },
  { label: 'Change my password', to: '/settings', search: { tab: 'password' }, words: 'user login' },
  { label: 'Add a person or a token', to: '/people', words: 'user create role revoke' },
  { label: 'See who did what', to: '/audit', words: 'log history' },
];
