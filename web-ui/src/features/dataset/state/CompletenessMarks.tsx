import { VisuallyHidden } from '@mantine/core';
import { countText, percentText } from '../../../lib/units';
import type { CompletenessCell, CompletenessState } from '../dataset-queries';
import { cellText, COMPLETENESS_SIGNS, COMPLETENESS_STATES, COMPLETENESS_WORDS } from './completeness-state';
import classes from './completeness.module.css';

/** What colours and signs stand for. */
export function CompletenessLegend({ as }: { as: 'bars' | 'signs' }) {
  return (
    <ul className={classes.legend} aria-label="Legend">
      {COMPLETENESS_STATES.map((state) => (
        <li key={state}>
          {as === 'bars' ? (
            <span aria-hidden className={`${classes.swatch} ${classes[state]}`} />
          ) : (
            <span aria-hidden className={`${classes.sign} ${classes[`text${state}`]}`}>
              {COMPLETENESS_SIGNS[state]}
            </span>
          )}
          {COMPLETENESS_WORDS[state]}
        </li>
      ))}
    </ul>
  );
}

/** How many of a number of datasets are complete at a site, and how the others are. */
export function CompletenessShare({ site, counts }: { site: string; counts: Record<string, number> }) {
  const whole = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = COMPLETENESS_STATES.map((state) => ({ state, count: counts[state] ?? 0 })).filter(
    ({ count }) => count > 0,
  );
  const said = parts.map(({ state, count }) => `${countText(count)} ${COMPLETENESS_WORDS[state]}`).join(', ');
  const text = `${site}: ${said === '' ? 'nothing' : said}`;
  return (
    <span title={text} className={classes.share}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span aria-hidden className={classes.percent}>
        {percentText(counts.COMPLETE ?? 0, whole)}
      </span>
      <span aria-hidden className={classes.stack}>
        {parts.map(({ state, count }) => (
          <span
            key={state}
            className={`${classes.part} ${classes[state]}`}
            style={{ width: `${(count / whole) * 100}%` }}
          />
        ))}
      </span>
    </span>
  );
}

/** One dataset version at one site: a sign, and how many files are there. */
export function CompletenessMark({
  site,
  cell,
  files,
}: {
  site: string;
  cell: CompletenessCell | undefined;
  files: number;
}) {
  const state: CompletenessState = cell?.state ?? 'ABSENT';
  const text = cell === undefined ? `${site}: absent` : cellText(site, cell, files);
  const count =
    cell === undefined || cell.files === 0 ? '' : state === 'PARTIAL' ? `${cell.files}/${files}` : cell.files;
  return (
    <span title={text} className={`${classes.cell} ${classes[`text${state}`]}`}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span aria-hidden className={classes.sign}>
        {COMPLETENESS_SIGNS[state]}
      </span>
      <span aria-hidden>{count}</span>
    </span>
  );
}
