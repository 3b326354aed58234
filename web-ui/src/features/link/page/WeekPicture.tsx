import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import classes from './WeekPicture.module.css';
import { DAYS } from '../../../lib/link-window';
import { HOURS_OF_DAY, type WeeklyHours } from '../../../lib/weekly-hours';

interface WeekPictureProps {
  hours: WeeklyHours;
  /** null: it is only shown */
  onOpen: ((open: boolean[]) => void) | null;
}

const STEPS: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -HOURS_OF_DAY,
  ArrowDown: HOURS_OF_DAY,
};

/**
 * The hours of a week in which a link is open. A press switches an hour, and a mouse drawn over others switches those as well; arrow keys
 * move, space switches. The name of a day switches all of it.
 */
export function WeekPicture({ hours: { open, zone }, onOpen }: WeekPictureProps) {
  const table = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState(0);
  const drawing = useRef<{ from: number; value: boolean; hasLeft: boolean } | null>(null);
  const set = (from: number, count: number, value: boolean) =>
    onOpen?.(open.map((was, index) => (index >= from && index < from + count ? value : was)));
  const begin = (index: number, event: PointerEvent) => {
    // a finger scrolls the page
    const isDrawn = event.button === 0 && event.pointerType === 'mouse';
    drawing.current = isDrawn ? { from: index, value: !open[index], hasLeft: false } : null;
  };
  const draw = (index: number, event: PointerEvent) => {
    const now = drawing.current;
    if (now === null || event.buttons !== 1) return;
    const isFirst = !now.hasLeft;
    now.hasLeft = true;
    onOpen?.(open.map((was, each) => (each === index || (isFirst && each === now.from) ? now.value : was)));
  };
  const press = (index: number, isMouse: boolean) => {
    setCurrent(index);
    // what a mouse drew back to where it began is drawn already
    if (!isMouse || drawing.current?.hasLeft !== true) set(index, 1, !open[index]);
    drawing.current = null;
  };
  const move = (index: number, event: KeyboardEvent) => {
    const next = index + (STEPS[event.key] ?? 0);
    if (next === index || next < 0 || next >= open.length) return;
    event.preventDefault();
    setCurrent(next);
    table.current?.querySelector<HTMLElement>(`[data-hour="${next}"]`)?.focus();
  };
  return (
    <table ref={table} className={classes.week} aria-label={`Open hours of the week, ${zone}`}>
      <thead>
        <tr>
          <th scope="col" className={classes.day}>
            Day
          </th>
          {[0, 6, 12, 18].map((hour) => (
            <th key={hour} scope="colgroup" colSpan={6} className={classes.hour}>
              {String(hour).padStart(2, '0')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {DAYS.map((day, row) => (
          <tr key={day}>
            <th scope="row" className={classes.day}>
              {onOpen === null ? (
                day
              ) : (
                <DayButton
                  day={day}
                  open={open.slice(row * 24, row * 24 + 24)}
                  onAll={(all) => set(row * 24, 24, all)}
                />
              )}
            </th>
            {Array.from({ length: HOURS_OF_DAY }, (_, hour) => row * HOURS_OF_DAY + hour).map((index) => (
              <td key={index} className={classes.cell}>
                {onOpen === null ? (
                  <span
                    className={`${classes.box} ${open[index] ? classes.open : ''}`}
                    title={nameOf(index)}
                  />
                ) : (
                  <button
                    type="button"
                    data-hour={index}
                    className={`${classes.box} ${open[index] ? classes.open : ''}`}
                    aria-pressed={open[index]}
                    aria-label={nameOf(index)}
                    title={`${nameOf(index)}: ${open[index] ? 'open' : 'closed'}`}
                    tabIndex={index === current ? 0 : -1}
                    onClick={(event) => press(index, event.detail > 0)}
                    onPointerDown={(event) => begin(index, event)}
                    onPointerEnter={(event) => draw(index, event)}
                    onKeyDown={(event) => move(index, event)}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayButton({ day, open, onAll }: { day: string; open: boolean[]; onAll: (all: boolean) => void }) {
  const isAll = open.every(Boolean);
  return (
    <button
      type="button"
      className={classes.dayButton}
      aria-label={`${isAll ? 'Close' : 'Open'} all of ${day}`}
      onClick={() => onAll(!isAll)}
    >
      {day}
    </button>
  );
}

function nameOf(index: number): string {
  const hour = index % HOURS_OF_DAY;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${DAYS[Math.floor(index / HOURS_OF_DAY)]} ${two(hour)}:00-${two(hour + 1)}:00`;
}
