import type { Tone } from '../../../components/page/Badge';
import { queryText } from '../../../lib/dataset-query';
import { bytesText, countText, filesText } from '../../../lib/units';
import type { Request, RequestState } from '../request-queries';

export const REQUEST_STATES: readonly RequestState[] = ['OPEN', 'APPROVED', 'DECLINED', 'WITHDRAWN'];

export const TONES: Record<RequestState, Tone> = {
  OPEN: 'warn',
  APPROVED: 'good',
  DECLINED: 'bad',
  WITHDRAWN: 'idle',
};

/** What is asked for, in one line; the list says only how much. */
export function wantedText({ query, draft, datasets }: Request): string {
  const asked = queryText({ ...splitQuery(query as Record<string, string[]>) });
  if (asked !== '') return asked;
  if (draft !== null) return `the list ${draft}`;
  return datasets === null ? 'a query' : `${countText(datasets)} ${datasets === 1 ? 'dataset' : 'datasets'}`;
}

/** A name that begins with `!` has unwanted values. */
export function splitQuery(query: Record<string, string[]>) {
  const entries = Object.entries(query);
  return {
    facets: Object.fromEntries(entries.filter(([name]) => !name.startsWith('!'))),
    excluded: Object.fromEntries(
      entries.filter(([name]) => name.startsWith('!')).map(([name, values]) => [name.slice(1), values]),
    ),
  };
}

/** How much it is; empty if nobody knows yet. */
export function sizeText({ files, bytes }: Request): string {
  const parts = [files === null ? '' : filesText(files), bytes === null ? '' : bytesText(bytes)];
  return parts.filter((part) => part !== '').join(', ');
}
