import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Page } from '../api/messages';
import { apiGet, type Query } from './api-client';
import { useFeedState } from './live-updates';
import { queryKeys } from './query-keys';

const ROWS_PER_PAGE = 100;

export interface PagedList<Row> {
  rows: Row[];
  /** undefined until something came once */
  isKnown: boolean;
  error: unknown;
  /** milliseconds since 1970 when it was asked for last */
  updatedAt: number;
  hasMore: boolean;
  isLoadingMore: boolean;
  more: () => void;
  retry: () => void;
}

interface PagedListOptions<Row> {
  /** how often to ask again while it is shown; 0 for never */
  everyMillis?: number | ((rows: Row[]) => number);
  rowsPerPage?: number;
  key?: readonly unknown[];
  enabled?: boolean;
  /** false where rows of another query must not be shown as those of this one, not even until its answer is there */
  keepsPrevious?: boolean;
}

/** A list of the server, page by page. Sorting and filters are the server's: they belong into `query`. */
export function usePagedList<Row>(
  path: string,
  query: Query = {},
  {
    everyMillis = 30_000,
    rowsPerPage = ROWS_PER_PAGE,
    key,
    enabled = true,
    keepsPrevious = true,
  }: PagedListOptions<Row> = {},
): PagedList<Row> {
  const feed = useFeedState();
  const list = useInfiniteQuery({
    queryKey: key ?? queryKeys.of(path, query),
    queryFn: ({ pageParam, signal }) =>
      apiGet<Page<Row>>(path, { ...query, limit: rowsPerPage, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    enabled,
    refetchInterval: (state) => {
      const pages = state.state.data?.pages ?? [];
      const wanted =
        typeof everyMillis === 'number' ? everyMillis : everyMillis(pages.flatMap((page) => page.items));
      if (wanted === 0) return false;
      // each page is a question of its own
      return (feed === 'live' ? wanted : Math.min(wanted, 10_000)) * Math.max(1, pages.length);
    },
  });
  return {
    rows: list.data?.pages.flatMap((page) => page.items) ?? [],
    isKnown: list.data !== undefined,
    error: list.error,
    updatedAt: list.dataUpdatedAt,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    more: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
  };
}

/** A list that came in one answer. */
export function wholeList<Row>(asked: {
  data: Page<Row> | undefined;
  error: unknown;
  dataUpdatedAt: number;
  refetch: () => unknown;
}): PagedList<Row> {
  return {
    ...listOf(asked.data?.items ?? []),
    isKnown: asked.data !== undefined,
    error: asked.error,
    updatedAt: asked.dataUpdatedAt,
    retry: () => void asked.refetch(),
  };
}

/** Rows that are known already. */
export function listOf<Row>(rows: readonly Row[]): PagedList<Row> {
  return {
    rows: [...rows],
    isKnown: true,
    error: null,
    updatedAt: 0,
    hasMore: false,
    isLoadingMore: false,
    more: () => {},
    retry: () => {},
  };
}
