import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Name } from '../../../components/Name';
import type { Span } from '../../../lib/open-times';
import { utcText } from '../../../lib/time';
import { durationText } from '../../../lib/units';
import { isFinal } from '../state/job-state';
import classes from './Gantt.module.css';
import type { Closure, JobBar, TimelineGroup } from './timeline-groups';
import { soonText, ticksOf } from './time-axis';

interface GanttProps {
  groups: readonly TimelineGroup[];
  shown: Span;
  now: number;
  /** more jobs are open than are drawn */
  isCut: boolean;
}

/** Jobs as bars over time, under the link that they come over; hatched while the link is closed. */
export const Gantt = memo(function Gantt({ groups, shown, now, isCut }: GanttProps) {
  const at = (millis: number) =>
    `${Math.min(100, Math.max(0, ((millis - shown.begin) / (shown.end - shown.begin)) * 100))}%`;
  const place = ({ begin, end }: Span) => ({ left: at(begin), width: `calc(${at(end)} - ${at(begin)})` });
  return (
    <div className={classes.gantt}>
      <div className={classes.axis} aria-hidden>
        {ticksOf(shown).map(({ millis, text }) => (
          <span key={millis} className={classes.tick} style={{ left: at(millis) }}>
            {text}
          </span>
        ))}
      </div>
      {groups.map((group) => (
        <section key={group.source} aria-label={nameOf(group)} className={classes.group}>
          <div className={classes.link}>
            <h2 className={classes.source}>
              <Name>{nameOf(group)}</Name>
            </h2>
            <div className={classes.track}>
              <span className={classes.words}>{closedText(group, now)}</span>
            </div>
          </div>
          <ol className={classes.jobs}>
            {group.bars.map((bar) => (
              <Row key={bar.job.id} bar={bar} now={now} place={place} closed={group.closed} nowAt={at(now)} />
            ))}
            {group.bars.length === 0 && (
              <li className={classes.row}>
                <span className={classes.none}>no job</span>
                <Track closed={group.closed} place={place} nowAt={at(now)} />
              </li>
            )}
          </ol>
        </section>
      ))}
      {isCut && (
        <p className={classes.cut}>
          The newest 200 jobs that have not ended; older ones are in the list of jobs.
        </p>
      )}
      <Legend />
    </div>
  );
});

interface RowProps {
  bar: JobBar;
  now: number;
  place: (span: Span) => React.CSSProperties;
  closed: readonly Closure[];
  nowAt: string;
}

function Row({ bar, now, place, closed, nowAt }: RowProps) {
  const { job, tone, worked, expected, late } = bar;
  const text = textOf(bar, now);
  return (
    <li className={classes.row}>
      <Link to="/jobs/$jobId" params={{ jobId: job.id }} className={classes.job} title={`${job.id}: ${text}`}>
        <bdi>{job.label ?? job.id}</bdi>
        <span className={classes.state}>
          {job.label !== null && `${job.id}: `}
          {text}
        </span>
      </Link>
      <Track closed={closed} place={place} nowAt={nowAt}>
        {worked !== null && <span className={`${classes.bar} ${classes[tone]}`} style={place(worked)} />}
        {worked === null && !isFinal(job) && <span className={classes.waits} style={{ left: nowAt }} />}
        {expected !== null && (
          <span className={`${classes.bar} ${classes.expected}`} style={place(expected)} />
        )}
        {late !== null && <span className={`${classes.bar} ${classes.late}`} style={place(late)} />}
      </Track>
    </li>
  );
}

function Track({
  closed,
  place,
  nowAt,
  children,
}: Pick<RowProps, 'closed' | 'place' | 'nowAt'> & { children?: React.ReactNode }) {
  return (
    <div className={classes.track} aria-hidden>
      {closed.map((span) => (
        <span
          key={`${span.begin} ${span.why}`}
          className={classes.closed}
          style={place(span)}
          title={`Closed ${spanText(span)}: ${span.why}`}
        />
      ))}
      {children}
      <span className={classes.now} style={{ left: nowAt }} />
    </div>
  );
}

function Legend() {
  return (
    <ul className={classes.legend} aria-label="What the picture shows">
      <li>
        <span className={`${classes.key} ${classes.moving}`} /> running
      </li>
      <li>
        <span className={`${classes.key} ${classes.held}`} /> paused, resumes by itself
      </li>
      <li>
        <span className={`${classes.key} ${classes.warn}`} /> paused, needs a person
      </li>
      <li>
        <span className={`${classes.key} ${classes.good}`} /> ended well
      </li>
      <li>
        <span className={`${classes.key} ${classes.bad}`} /> files failed
      </li>
      <li>
        <span className={`${classes.key} ${classes.expected}`} /> until the likely end (P50)
      </li>
      <li>
        <span className={`${classes.key} ${classes.late}`} /> at the latest (P90)
      </li>
      <li>
        <span className={`${classes.key} ${classes.closed}`} /> link closed
      </li>
    </ul>
  );
}

function nameOf({ source }: TimelineGroup): string {
  return source === '' ? 'Several sources' : source;
}

/** Says what the hatched parts show. */
function closedText({ closed, unknown, source }: TimelineGroup, now: number): string {
  if (unknown.length > 0) return `windows: ${unknown.join('; ')}`;
  if (source === '') return 'no single link';
  const current = closed.filter(({ begin, end }) => begin <= now && now < end);
  if (current.length > 0) {
    const last = Math.max(...current.map(({ end }) => end));
    return `closed until ${soonText(last, now)}, ${current.map(({ why }) => why).join(' and ')}`;
  }
  const next = closed.filter(({ begin }) => begin > now).sort((one, other) => one.begin - other.begin)[0];
  return next === undefined ? 'open' : `open until ${soonText(next.begin, now)}, then ${next.why}`;
}

/** State and end of a job in words, which say what its bar shows. */
function textOf({ job, worked, expected, late }: JobBar, now: number): string {
  if (isFinal(job)) {
    const took = worked === null ? '' : ` after ${durationText(worked.end - worked.begin)}`;
    return `${job.state}${took}`;
  }
  if (expected !== null) {
    const latest = late === null ? '' : `, at the latest ${soonText(late.end, now)}`;
    return `ends ${soonText(expected.end, now)}${latest}`;
  }
  return job.stateReason?.code ?? job.state;
}

const spanText = ({ begin, end }: Span) => `${utcText(new Date(begin))} to ${utcText(new Date(end))}`;
