import type { Schemas } from '../api/messages';

export type DatasetQuery = Schemas['DatasetQuery'];

type Values = Readonly<Record<string, readonly string[]>>;

function add(to: Record<string, string[]>, name: string, text: string): void {
  const values = text.split(',').filter((value) => value !== '');
  if (values.length > 0) to[name] = [...(to[name] ?? []), ...values];
}

/** Reads `table_id=Amon experiment_id!=piControl temperature`: what has no `=` is a word. */
export function queryOf(typed: string): DatasetQuery {
  const facets: Record<string, string[]> = {};
  const excluded: Record<string, string[]> = {};
  const words: string[] = [];
  for (const part of typed.split(/\s+/).filter((each) => each !== '')) {
    const [, name, not, value] = /^([^=!]+)(!?)=(.*)$/.exec(part) ?? [];
    if (name === undefined) words.push(part);
    else add(not === '!' ? excluded : facets, name, value!);
  }
  return { facets, excluded, text: words.length === 0 ? null : words.join(' ') };
}

/** The same, to be read: `table_id=Amon experiment_id!=piControl`. */
export function queryText({ facets, excluded, text }: DatasetQuery): string {
  const parts = (values: unknown, sign: string) =>
    Object.entries((values ?? {}) as Values).map(([name, of]) => `${name}${sign}${of.join(',')}`);
  return [...parts(facets, '='), ...parts(excluded, '!='), text ?? '']
    .filter((part) => part !== '')
    .join(' ');
}
