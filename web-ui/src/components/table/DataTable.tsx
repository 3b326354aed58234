import { Button, Checkbox } from '@mantine/core';
import { useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { ErrorPanel } from '../ErrorPanel';
import { Loading } from '../Loading';
import { StaleNotice } from '../StaleNotice';
import { countText } from '../../lib/units';
import type { PagedList } from '../../lib/paged-list';
import { usePhoneRows } from './phone-rows';
import { useVisibleRows } from './visible-rows';
import { Breakable } from '../Breakable';
import classes from './DataTable.module.css';

// Rows are grids, on a phone cards, and of many only some are in the page: elements of a table would lose their meaning by that, so roles say it.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions */

export interface Column<Row> {
  id: string;
  header: string;
  /** one line; what is longer is cut, so give it a title */
  cell: (row: Row) => ReactNode;
  /** width as a track of a CSS grid; default `minmax(0, 1fr)` */
  track?: string;
  /** numbers stand on the right */
  end?: boolean;
  /** the name that the server sorts by, without a minus */
  sort?: string;
  /** shown only where the window is wide, 1,500 px or more */
  wide?: boolean;
  /** on a phone: the title of the row, hidden, or (default) a line with its name */
  phone?: 'title' | 'hide';
}

interface DataTableProps<Row> {
  /** what the rows are, for those who hear the page */
  label: string;
  columns: readonly Column<Row>[];
  list: PagedList<Row>;
  rowKey: (row: Row) => string;
  /** shown where there are no rows */
  empty: ReactNode;
  /** the server's `sort`: a name, or a name after a minus for the largest first */
  sort?: string;
  onSort?: (sort: string) => void;
  selection?: Selection;
  /** false inside of a panel, which has a frame */
  framed?: boolean;
}

export interface Selection {
  keys: ReadonlySet<string>;
  onKeys: (keys: ReadonlySet<string>) => void;
  /** what one row is, to name its box */
  nameOf: (key: string) => string;
}

/**
 * A dense table whose rows, order and filters come from the server, page by page. Of many rows only those in the window are in the page. Arrow
 * keys go from row to row. On a narrow screen a row is a card.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, label, empty } = props;
  if (!list.isKnown) {
    if (list.error == null) return <Loading what={label} />;
    return <ErrorPanel error={list.error} onRetry={list.retry} />;
  }
  return (
    <>
      {list.error != null && <StaleNotice error={list.error} shownSinceMillis={list.updatedAt} />}
      {list.rows.length === 0 && !list.hasMore ? empty : <Rows {...props} />}
    </>
  );
}

function Rows<Row>({
  label,
  columns,
  list,
  rowKey,
  sort,
  onSort,
  selection,
  framed = true,
}: DataTableProps<Row>) {
  const table = useRef<HTMLDivElement>(null);
  const phone = usePhoneRows(list.rows);
  const isCut = phone.hidden > 0;
  const visible = useVisibleRows(table, isCut ? { ...list, rows: [...phone.rows], hasMore: false } : list);
  const tracksOf = (shown: readonly Column<Row>[]) =>
    (selection ? '24px ' : '') + shown.map((column) => column.track ?? 'minmax(0, 1fr)').join(' ');
  const style = {
    '--tracks': tracksOf(columns.filter((column) => column.wide !== true)),
    '--wide-tracks': tracksOf(columns),
  } as CSSProperties;
  return (
    <div className={framed ? classes.frame : undefined}>
      <div
        ref={table}
        role="table"
        aria-label={label}
        aria-rowcount={list.hasMore ? -1 : list.rows.length + 1}
        className={classes.table}
        style={style}
      >
        <div role="rowgroup" className={classes.headGroup}>
          <div role="row" className={classes.head} aria-rowindex={1}>
            {selection && <SelectAll rows={phone.rows.map(rowKey)} selection={selection} />}
            {columns.map((column) => (
              <Header key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </div>
        </div>
        {/* Arrow keys are a shortcut between things that the tab key reaches as well. */}
        <div
          role="rowgroup"
          onKeyDown={moveFocus}
          style={{ paddingTop: visible.above, paddingBottom: visible.below }}
        >
          {visible.rows.map(({ index, row, measure }) => (
            <div
              key={rowKey(row)}
              ref={measure}
              data-index={index}
              role="row"
              aria-rowindex={index + 2}
              className={classes.row}
            >
              {selection && <SelectOne row={rowKey(row)} selection={selection} />}
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
            </div>
          ))}
        </div>
      </div>
      {(isCut || list.hasMore) && (
        <div className={classes.more}>
          <Button
            size="xs"
            variant="default"
            loading={!isCut && list.isLoadingMore}
            onClick={isCut ? phone.showMore : list.more}
          >
            Show more{isCut && `, ${countText(phone.hidden)} are below`}
          </Button>
        </div>
      )}
    </div>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const shape =
    column.phone === 'title' ? classes.titleCell : column.phone === 'hide' ? classes.wideCell : '';
  return (
    <div
      role="cell"
      className={`${classes.cell} ${column.end ? classes.end : ''} ${column.wide ? classes.wideOnly : ''} ${shape}`}
    >
      {column.phone === undefined && (
        <span className={classes.name} aria-hidden>
          {column.header}
        </span>
      )}
      <div className={classes.value}>{column.cell(row)}</div>
    </div>
  );
}

function Header<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}) {
  const className = `${classes.header} ${column.end ? classes.end : ''} ${column.wide ? classes.wideOnly : ''}`;
  if (column.sort === undefined || onSort === undefined) {
    return (
      // its text is in Breakable, where the rule does not look
      // oxlint-disable-next-line jsx-a11y/control-has-associated-label
      <div role="columnheader" className={className} title={column.header}>
        <span className={classes.words}>
          <Breakable>{column.header}</Breakable>
        </span>
      </div>
    );
  }
  const isUp = sort === column.sort;
  const isDown = sort === `-${column.sort}`;
  return (
    <div
      role="columnheader"
      className={className}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}
    >
      <button
        type="button"
        className={classes.sort}
        onClick={() => onSort(isDown ? column.sort! : `-${column.sort}`)}
      >
        {column.header}
        <span aria-hidden className={classes.arrow}>
          {isUp ? '▲' : isDown ? '▼' : '↕'}
        </span>
      </button>
    </div>
  );
}

/** Of the rows that are shown; what was chosen in another list stays chosen. */
function SelectAll({ rows, selection }: { rows: string[]; selection: Selection }) {
  const chosen = rows.filter((key) => selection.keys.has(key)).length;
  return (
    <div role="columnheader" className={classes.header}>
      <Checkbox
        size="xs"
        aria-label="Select all that are shown"
        checked={chosen === rows.length && rows.length > 0}
        indeterminate={chosen > 0 && chosen < rows.length}
        onChange={(event) => {
          const keys = new Set(selection.keys);
          for (const key of rows) {
            if (event.currentTarget.checked) keys.add(key);
            else keys.delete(key);
          }
          selection.onKeys(keys);
        }}
      />
    </div>
  );
}

function SelectOne({ row, selection }: { row: string; selection: Selection }) {
  return (
    <div role="cell" className={`${classes.cell} ${classes.box}`}>
      <Checkbox
        size="xs"
        aria-label={`Select ${selection.nameOf(row)}`}
        checked={selection.keys.has(row)}
        onChange={(event) => {
          const keys = new Set(selection.keys);
          if (event.currentTarget.checked) keys.add(row);
          else keys.delete(row);
          selection.onKeys(keys);
        }}
      />
    </div>
  );
}

/** Arrow up and down: to the same place of the row above or below. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const at = event.target as HTMLElement;
  const row = at.closest('[role="row"]');
  if (step === 0 || row === null || at.matches('input:not([type="checkbox"]), select, textarea')) return;
  const next = (step === 1 ? row.nextElementSibling : row.previousElementSibling) as HTMLElement | null;
  if (next === null) return;
  const focusable = 'a, button, input';
  const place = [...row.querySelectorAll(focusable)].indexOf(at);
  const targets = next.querySelectorAll<HTMLElement>(focusable);
  const target = targets[Math.min(Math.max(0, place), targets.length - 1)];
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}
