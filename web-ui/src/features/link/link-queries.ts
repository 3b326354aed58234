import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Page, Schemas } from '../../api/messages';
import { apiDelete, apiGet, apiPost, apiPut } from '../../lib/api-client';
import { useAnswer, useChange } from '../../lib/answer';
import { queryKeys } from '../../lib/query-keys';

export type SiteLink = Schemas['LinkView'];
export type LinkLimit = Schemas['LinkLimitView'];
export type LinkWindows = Schemas['LinkWindowsView'];
export type LinkExplanation = Schemas['LinkExplanationView'];
export type Bench = Schemas['BenchView'];
export type BenchMode = Schemas['BenchMode'];

/** The two ends of a link. */
export interface Ends {
  source: string;
  destination: string;
}

const LINKS = '/links';
const BENCH_EVERY_MILLIS = 2_000;

const placeOf = ({ source, destination }: Ends) =>
  `/${encodeURIComponent(source)}/${encodeURIComponent(destination)}`;
const linkPath = (ends: Ends, part: string) => `${LINKS}${placeOf(ends)}/${part}`;

/** All links: those to this site, and those from it that are limited. */
function useAllLinks() {
  return useAnswer<Page<SiteLink>>(LINKS, { limit: 1000 }, { everyMillis: 3_000 });
}

/** The name of this site, to which everything comes; null while nobody knows. */
function ownOf(links: readonly SiteLink[] | undefined): string | null {
  return links?.find(({ source }) => source === '*')?.destination ?? null;
}

/** The links to this site. */
export function useLinks() {
  const asked = useAllLinks();
  const all = asked.data;
  const data = useMemo(() => {
    if (all === undefined) return undefined;
    const own = ownOf(all.items);
    return { ...all, items: all.items.filter(({ destination }) => own === null || destination === own) };
  }, [all]);
  return { ...asked, data } as typeof asked;
}

/** The links from this site that are limited. */
export function useSentLinks() {
  const all = useAllLinks().data?.items;
  return useMemo(() => {
    const own = ownOf(all);
    return { own, links: (all ?? []).filter(({ destination }) => own !== null && destination !== own) };
  }, [all]);
}

export function useLinkExplanation(ends: Ends) {
  return useAnswer<LinkExplanation>(linkPath(ends, 'explanation'), {}, { everyMillis: 5_000 });
}

/** What a new limit of a link changes. */
export const keysOfLink = (ends: Ends) => [queryKeys.of(LINKS), queryKeys.of(linkPath(ends, 'explanation'))];

export function useSetWindows(ends: Ends) {
  return useChange(
    (windows: string[]) => apiPut<LinkWindows>(`/windows${placeOf(ends)}`, { windows }),
    queryKeys.of(LINKS),
  );
}

export function useRemoveWindows(ends: Ends) {
  return useChange(() => apiDelete<void>(`/windows${placeOf(ends)}`), queryKeys.of(LINKS));
}

/** The newest first; asked for often while one runs. */
export function useBenches(ends: Ends) {
  const path = linkPath(ends, 'benches');
  return useQuery({
    queryKey: queryKeys.of(path),
    queryFn: ({ signal }) => apiGet<Page<Bench>>(path, {}, signal),
    refetchInterval: (query) =>
      query.state.data?.items.some((bench) => bench.state === 'RUNNING') ? BENCH_EVERY_MILLIS : 30_000,
    placeholderData: keepPreviousData,
  });
}

export function useStartBench(ends: Ends) {
  const path = linkPath(ends, 'benches');
  return useChange((wish: Schemas['StartBench']) => apiPost<Bench>(path, wish), queryKeys.of(path));
}

export type Rates = Schemas['RatesView'];
export type LinkRates = Schemas['LinkRatesView'];

export const PERIODS = ['1h', '1d', '7d', '30d'] as const;
export type Period = (typeof PERIODS)[number];

const PERIOD_MILLIS: Record<Period, number> = {
  '1h': 3_600_000,
  '1d': 86_400_000,
  '7d': 7 * 86_400_000,
  '30d': 30 * 86_400_000,
};

/** What each link moved in the time before now. */
export function useRates(period: Period) {
  return useQuery({
    queryKey: queryKeys.of('/rates', { period }),
    queryFn: ({ signal }) =>
      apiGet<Rates>(
        '/rates',
        { by: 'link', since: new Date(Date.now() - PERIOD_MILLIS[period]).toISOString() },
        signal,
      ),
    refetchInterval: period === '1h' ? 10_000 : 60_000,
    placeholderData: keepPreviousData,
  });
}
