import type { Attention } from '../../api/messages';

/** Items with one kind and code; `first` is the newest. */
export interface Cause {
  key: string;
  first: Attention;
  items: Attention[];
  files: number;
  since: string;
  jobIds: string[];
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
    jobIds: same.flatMap((item) => item.jobIds).slice(0, JOBS_NAMED),
  }));
}
