import type { Schemas } from '../../api/messages';

export type SubmitJob = Schemas['SubmitJob'];

/** Where the list of what is wanted comes from. */
export type WishKind = 'tree' | 'search' | 'ids' | 'file';

/** The part of a job that says what is wanted. An item has no destination yet. */
export type What = Pick<SubmitJob, 'datasets' | 'query' | 'draft'> & {
  tree?: { source: string; recursive: boolean };
};

/** A place at a site: `bdm://SITE/EXPORT/path`. */
export interface Endpoint {
  site: string;
  export: string;
  /** without a slash at begin or end; empty for the export itself */
  path: string;
}

const ENDPOINT = /^bdm:\/\/([^/\s]+)\/([^/\s]+)(\/.*)?$/;

export function endpointOf(text: string): Endpoint | null {
  const match = ENDPOINT.exec(text.trim());
  if (match === null) return null;
  const [, site, name, path] = match;
  return { site: site!, export: name!, path: (path ?? '').replaceAll(/^\/+|\/+$/g, '') };
}

export function endpointText({ site, export: name, path }: Endpoint): string {
  return `bdm://${site}/${name}${path === '' ? '' : `/${path}`}`;
}

/** The place one step deeper. Names come percent-escaped, as endpoints have them. */
export function below(place: Endpoint, name: string): Endpoint {
  return { ...place, path: place.path === '' ? name : `${place.path}/${name}` };
}

export function above(place: Endpoint): Endpoint | null {
  if (place.path === '') return null;
  const cut = place.path.lastIndexOf('/');
  return { ...place, path: cut < 0 ? '' : place.path.slice(0, cut) };
}

export function nameOf(place: Endpoint): string {
  return place.path.slice(place.path.lastIndexOf('/') + 1);
}

export function linesOf(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What a search asks for: words, and values by facet. */
export interface Search {
  text: string;
  facets: Record<string, string[]>;
}

/** Reads `experiment_id=historical,ssp585 table_id=Amon temperature`: what has no `=` is a word. */
export function searchOf(typed: string): Search {
  const facets: Record<string, string[]> = {};
  const words: string[] = [];
  for (const part of typed.split(/\s+/)) {
    const equals = part.indexOf('=');
    if (equals > 0) {
      const values = part
        .slice(equals + 1)
        .split(',')
        .filter((value) => value !== '');
      if (values.length > 0)
        facets[part.slice(0, equals)] = [...(facets[part.slice(0, equals)] ?? []), ...values];
    } else if (part !== '') words.push(part);
  }
  return { text: words.join(' '), facets };
}

export function searchText({ text, facets }: Search): string {
  const parts = Object.entries(facets)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name}=${values.join(',')}`);
  return [...parts, text].filter((part) => part !== '').join(' ');
}

// of a CMIP6 instance id, by position; docs/interchange.md
const CMIP6_FACETS = [
  'mip_era',
  'activity_id',
  'institution_id',
  'source_id',
  'experiment_id',
  'variant_label',
  'table_id',
  'variable_id',
  'grid_label',
];
const COUNTED = [
  'activity_id',
  'source_id',
  'experiment_id',
  'variant_label',
  'table_id',
  'variable_id',
  'grid_label',
];

/** How often each value of a facet is among the names; facets with one value alone say nothing. */
export function facetCounts(instanceIds: readonly string[]): { facet: string; values: [string, number][] }[] {
  const counts = new Map<string, Map<string, number>>();
  for (const id of instanceIds) {
    const parts = id.split('.');
    if (parts[0] !== 'CMIP6') continue;
    for (const facet of COUNTED) {
      const value = parts[CMIP6_FACETS.indexOf(facet)];
      if (value === undefined) continue;
      const known = counts.get(facet) ?? new Map<string, number>();
      known.set(value, (known.get(value) ?? 0) + 1);
      counts.set(facet, known);
    }
  }
  return [...counts.entries()]
    .filter(([, values]) => values.size > 1)
    .map(([facet, values]) => ({
      facet,
      values: [...values.entries()].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)),
    }));
}
