import type { Attention } from '../../api/messages';

interface RemedyWords {
  /** verb and object, as on a button */
  action: string;
  destroys: boolean;
}

/** What a button says that sends this request for so many items; null for a request that only shows something. */
export function remedyWords({ method, path }: Attention['request'], count: number): RemedyWords | null {
  if (method === 'GET') return null;
  const what = (one: string, many: string) => (count === 1 ? one : `${count} ${many}`);
  const last = path.split('/').at(-1) ?? '';
  if (/\/jobs\/[^/]+\/[a-z]+$/.test(path)) {
    const verb = last.charAt(0).toUpperCase() + last.slice(1);
    return { action: `${verb} ${what('the job', 'jobs')}`, destroys: last === 'cancel' };
  }
  if (method === 'DELETE' && path.endsWith('/ban'))
    return { action: `Lift ${what('the ban', 'bans')}`, destroys: false };
  if (method === 'DELETE' && path.includes('/jobs/'))
    return { action: `Delete ${what('the job', 'jobs')}`, destroys: true };
  if (path.endsWith('/backups')) return { action: 'Make a backup', destroys: false };
  if (path.endsWith('/apply')) return { action: `Apply ${what('the plan', 'plans')}`, destroys: true };
  if (method === 'DELETE' && path.includes('/nodes/'))
    return { action: `Remove ${what('the node', 'nodes')}`, destroys: true };
  const thing = /\/(subscription|hook)s\/[^/]+\/([a-z]+)$/.exec(path);
  if (thing !== null) {
    const verb = thing[2]!.charAt(0).toUpperCase() + thing[2]!.slice(1);
    return { action: `${verb} ${what(`the ${thing[1]}`, `${thing[1]}s`)}`, destroys: false };
  }
  if (path.endsWith('/acknowledgement')) return null;
  if (path.endsWith('/confirm'))
    return { action: `Confirm ${what('the version', 'versions')}`, destroys: false };
  if (path.endsWith('/verifications')) return { action: 'Verify the files', destroys: false };
  if (path.endsWith('/jobs')) return { action: 'Repair the files', destroys: false };
  return { action: 'Settle it', destroys: method === 'DELETE' };
}
