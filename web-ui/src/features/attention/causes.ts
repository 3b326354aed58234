import type { Attention } from '../../api/messages';

/** Items with one kind and code; `first` is the newest. */
export interface Cause {
  key: string;
  first: Attention;
  items: Attention[];
  files: number;
  since: string;
  jobIds: string[];
  /** that are not named */
  moreJobs: number;
}

const JOBS_NAMED = 10;

/** Keeps the order of the items, in which those of one cause follow each other. */
export function causesOf(items: Attention[]): Cause[] {
  const causes = new Map<string, Attention[]>();
  for (const item of items) {
    const key = `${item.kind} ${item.code}`;
    causes.set(key, [...(causes.get(key) ?? []), item]);
  }
  return [...causes].map(([key, same]) => ({
    key,
    first: same[0]!,
    items: same,
    files: same.reduce((sum, item) => sum + item.files, 0),
    since: same.reduce((oldest, item) => (item.since < oldest ? item.since : oldest), same[0]!.since),
    jobIds: jobIds(same).slice(0, JOBS_NAMED),
    moreJobs: Math.max(0, jobIds(same).length - JOBS_NAMED),
  }));
}

function jobIds(items: readonly Attention[]): string[] {
  return [...new Set(items.flatMap((item) => item.jobIds))];
}

type Action = NonNullable<Attention['actions']>[number];

/**
 * What a person does before the request that ends the items: of all of them, since each may name another export, data node or site. Cures that
 * are called alike say what they are for. A server before this version names none.
 */
export function curesOf(items: readonly Attention[]): Action[] {
  const cures = new Map<string, Action>();
  for (const action of items.flatMap((item) => item.actions ?? [])) {
    const key = `${action.label} ${action.page ?? action.command}`;
    const isDoneByPerson = action.page !== null || action.request === null;
    if (isDoneByPerson && !cures.has(key)) cures.set(key, action);
  }
  const all = [...cures.values()];
  return all.map((cure) => {
    const isAlone = all.filter(({ label }) => label === cure.label).length === 1;
    const place = cure.page === null ? '' : decodeURIComponent(/[^/=]*$/.exec(cure.page)?.[0] ?? '');
    return isAlone || place === '' ? cure : { ...cure, label: `${cure.label}: ${place}` };
  });
}
