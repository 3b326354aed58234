import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import type { PagedList } from '../../lib/paged-list';

const ROW_PIXELS = 40;
/** Fewer are all in the page, so that the search of the browser finds them. */
const ALL_BELOW = 200;
const ROWS_BEYOND = 12;

interface VisibleRow<Row> {
  index: number;
  row: Row;
  measure: ((element: HTMLElement | null) => void) | undefined;
}

/** The rows to be put into the page, with the room of the others above and below; asks for the next page near the end. */
export function useVisibleRows<Row>(table: RefObject<HTMLElement | null>, list: PagedList<Row>) {
  const [top, setTop] = useState(0);
  // what stands above may change with every render; an unchanged place sets nothing
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const found = table.current === null ? 0 : table.current.getBoundingClientRect().top + window.scrollY;
    setTop((known) => (Math.abs(known - found) > 1 ? found : known));
  });
  const isLong = list.rows.length > ALL_BELOW;
  const virtual = useWindowVirtualizer({
    count: list.rows.length,
    estimateSize: () => ROW_PIXELS,
    overscan: ROWS_BEYOND,
    scrollMargin: top + ROW_PIXELS,
    enabled: isLong,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1);
  const isNearEnd = isLong && last !== undefined && last.index >= list.rows.length - ROWS_BEYOND - 1;
  const { hasMore, isLoadingMore, more } = list;
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore) more();
    // `more` is another function each time
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isNearEnd, hasMore, isLoadingMore]);
  if (!isLong) {
    const rows: VisibleRow<Row>[] = list.rows.map((row, index) => ({ index, row, measure: undefined }));
    return { rows, above: 0, below: 0 };
  }
  const start = (items[0]?.start ?? 0) - virtual.options.scrollMargin;
  const end = (last?.end ?? 0) - virtual.options.scrollMargin;
  return {
    rows: items.map((item): VisibleRow<Row> => ({
      index: item.index,
      row: list.rows[item.index]!,
      measure: virtual.measureElement,
    })),
    above: Math.max(0, start),
    below: Math.max(0, virtual.getTotalSize() - end),
  };
}
