import type { Job, Schemas } from '../../../api/messages';
import { closedTimes, type Span } from '../../../lib/open-times';
import { isFinal, isMoving, toneOf, type Tone } from '../state/job-state';

export type Maintenance = Pick<Schemas['MaintenanceView'], 'site' | 'beginsAt' | 'endsAt' | 'note'>;
export type Windows = Pick<Schemas['LinkWindowsView'], 'source' | 'windows'>;

/** A time in which a link moves nothing. */
export interface Closure extends Span {
  why: string;
}

/** A job in time. */
export interface JobBar {
  job: Job;
  tone: Tone;
  /** what it took; null for one that has not begun */
  worked: Span | null;
  /** until it ends with an even chance, and with a chance of 90 in a hundred; null if nobody knows */
  expected: Span | null;
  late: Span | null;
}

/** The jobs of one link. */
export interface TimelineGroup {
  /** name of a site or a data node; empty for jobs with several sources */
  source: string;
  closed: readonly Closure[];
  /** windows that cannot be drawn, as text */
  unknown: readonly string[];
  bars: readonly JobBar[];
}

const SOURCE = /^[a-z]+:\/\/([^/]+)/;

export function sourceOf(job: Job): string {
  return SOURCE.exec(job.source ?? '')?.[1] ?? '';
}

/** Jobs of the shown time by their link, links without any but with rules last. */
export function groupsOf(
  jobs: readonly Job[],
  rules: { windows: readonly Windows[]; maintenance: readonly Maintenance[]; destination: string },
  shown: Span,
  now: number,
): TimelineGroup[] {
  const bars = new Map<string, JobBar[]>();
  for (const job of jobs) {
    const bar = barOf(job, now);
    if (!isShown(bar, shown, now)) continue;
    bars.set(sourceOf(job), [...(bars.get(sourceOf(job)) ?? []), bar]);
  }
  const sources = new Set([...bars.keys(), ...rules.windows.map(({ source }) => source)]);
  sources.delete('*');
  return [...sources]
    .map((source) => ({
      source,
      ...closuresOf(source, rules, shown),
      bars: [...(bars.get(source) ?? [])].sort(earliestFirst),
    }))
    .sort((one, other) => Number(other.bars.length > 0) - Number(one.bars.length > 0) || byName(one, other));
}

/** Jobs with several sources come last: no single link holds them up. */
function byName(one: TimelineGroup, other: TimelineGroup): number {
  return Number(one.source === '') - Number(other.source === '') || one.source.localeCompare(other.source);
}

function barOf(job: Job, now: number): JobBar {
  const begin = job.startedAt === null ? null : Date.parse(job.startedAt);
  const end = job.endedAt === null ? now : Date.parse(job.endedAt);
  const p50 = isMoving(job) && job.estimate?.p50 != null ? Date.parse(job.estimate.p50) : null;
  const p90 = isMoving(job) && job.estimate?.p90 != null ? Date.parse(job.estimate.p90) : null;
  return {
    job,
    tone: toneOf(job),
    worked: begin === null ? null : { begin, end: Math.max(begin, end) },
    expected: p50 !== null && p50 > now ? { begin: now, end: p50 } : null,
    late:
      p50 !== null && p90 !== null && p90 > Math.max(p50, now)
        ? { begin: Math.max(p50, now), end: p90 }
        : null,
  };
}

/** A job that has not ended is always shown; it may be why another waits. */
function isShown({ job, worked }: JobBar, shown: Span, now: number): boolean {
  if (!isFinal(job)) return shown.begin <= now && now <= shown.end;
  return worked !== null && worked.end >= shown.begin && worked.begin <= shown.end;
}

function earliestFirst(one: JobBar, other: JobBar): number {
  const begin = ({ worked }: JobBar) => worked?.begin ?? Number.MAX_SAFE_INTEGER;
  return begin(one) - begin(other) || one.job.createdAt.localeCompare(other.job.createdAt);
}

function closuresOf(
  source: string,
  { windows, maintenance, destination }: Parameters<typeof groupsOf>[1],
  shown: Span,
): Pick<TimelineGroup, 'closed' | 'unknown'> {
  const closed: Closure[] = [];
  const unknown: string[] = [];
  for (const rule of windows) {
    if (rule.source !== '*' && rule.source !== source) continue;
    const times = closedTimes(rule.windows, shown.begin, shown.end);
    if (times === null) unknown.push(...rule.windows);
    else closed.push(...times.map((span) => ({ ...span, why: 'outside the windows of the link' })));
  }
  for (const { site, beginsAt, endsAt, note } of maintenance) {
    if (site !== source && site !== destination) continue;
    const begin = Math.max(shown.begin, Date.parse(beginsAt));
    const end = Math.min(shown.end, Date.parse(endsAt));
    const why = `maintenance of ${site}${note === '' ? '' : `: ${note}`}`;
    if (begin < end) closed.push({ begin, end, why });
  }
  return { closed, unknown };
}
