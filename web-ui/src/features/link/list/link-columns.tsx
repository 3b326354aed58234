import { Badge } from '../../../components/page/Badge';
import type { Health } from '../../../components/place/place-health';
import type { Column } from '../../../components/table/DataTable';
import { None } from '../../../components/table/None';
import { bytesText, countText, percentText, rateText } from '../../../lib/units';
import type { SiteLink } from '../link-queries';
import { EVERYTHING, LimitText, LinkOfSite, sourceText, WindowBadge } from '../state/link-words';
import type { DayOfLink } from '../state/rate-series';
import { DaySparkline } from './DaySparkline';
import classes from './link-columns.module.css';

export interface LinkRow extends SiteLink {
  health: Health | null;
  /** of the last day; null while nobody knows */
  day: DayOfLink | null;
}

/** @param fastest bytes per second of the fastest link, which fills its bar */
export function columnsOf(fastest: number): readonly Column<LinkRow>[] {
  return [
    {
      id: 'source',
      header: 'Source',
      sort: 'source',
      track: 'minmax(110px, 1.2fr)',
      phone: 'title',
      cell: (link) => (
        <LinkOfSite {...link} className={classes.source}>
          {sourceText(link.source)}
        </LinkOfSite>
      ),
    },
    {
      id: 'health',
      header: 'Health',
      track: '126px',
      cell: ({ health }) => <HealthBadge health={health} />,
    },
    {
      id: 'rate',
      header: 'Rate now',
      sort: 'rate',
      track: 'minmax(140px, 1.2fr)',
      cell: (link) => <RateNow link={link} fastest={fastest} />,
    },
    {
      id: 'day',
      header: 'Last day',
      track: '104px',
      cell: ({ day, source }) =>
        day === null ? (
          <None />
        ) : (
          <DaySparkline
            values={day.values}
            title={`${sourceText(source)}: ${bytesText(day.bytes)} in the last day`}
          />
        ),
    },
    {
      id: 'success',
      header: 'Success',
      track: '64px',
      end: true,
      cell: ({ day }) => <Success day={day} />,
    },
    {
      id: 'limit',
      header: 'Limit',
      track: 'minmax(96px, 1.1fr)',
      cell: ({ limit }) => <LimitText limit={limit} />,
    },
    {
      id: 'windows',
      header: 'Hours',
      track: '110px',
      cell: ({ windows }) => <WindowBadge windows={windows} />,
    },
    {
      id: 'streams',
      header: 'Streams',
      sort: 'streams',
      track: '64px',
      end: true,
      cell: ({ streams }) => <Count value={streams} />,
    },
    {
      id: 'jobs',
      header: 'Jobs',
      sort: 'jobs',
      track: '52px',
      end: true,
      cell: ({ jobs }) => <Count value={jobs} />,
    },
  ];
}

function HealthBadge({ health }: { health: Health | null }) {
  if (health === null) return <None />;
  return (
    <span title={health.why ?? undefined}>
      <Badge tone={health.tone}>{health.text}</Badge>
    </span>
  );
}

/** The rate, as a bar beside those of the other links, with a stroke at the limit if that is within sight. */
function RateNow({ link, fastest }: { link: LinkRow; fastest: number }) {
  const { bytesPerSecond } = link;
  const limit = link.limit?.maxRateBytesPerSecond ?? null;
  const share = (value: number) => `${Math.min(100, (value / fastest) * 100)}%`;
  const hasBar = fastest > 0 && link.source !== EVERYTHING;
  return (
    <div className={classes.rate}>
      {hasBar ? (
        <span className={classes.track} aria-hidden>
          {bytesPerSecond > 0 && <span className={classes.bar} style={{ width: share(bytesPerSecond) }} />}
          {limit !== null && limit <= fastest && (
            <span className={classes.limit} style={{ left: share(limit) }} />
          )}
        </span>
      ) : (
        <span aria-hidden />
      )}
      <span className={classes.number}>{bytesPerSecond === 0 ? <None /> : rateText(bytesPerSecond)}</span>
    </div>
  );
}

/** Of the tries of files over the link in the last day. */
function Success({ day }: { day: DayOfLink | null }) {
  const tries = day === null ? 0 : day.files + day.failures;
  if (day === null || tries === 0) return <None />;
  const title = `${countText(day.files)} of ${countText(tries)} tries of files in the last day`;
  return (
    <span title={title} className={day.failures * 20 > tries ? classes.bad : undefined}>
      {percentText(day.files, tries)}
    </span>
  );
}

function Count({ value }: { value: number | null }) {
  return value === null || value === 0 ? <None /> : <>{countText(value)}</>;
}

const VALUES: Record<string, (link: LinkRow) => number> = {
  rate: (link) => link.bytesPerSecond,
  streams: (link) => link.streams,
  jobs: (link) => link.jobs ?? 0,
};

/** By a name, or by a name after a minus; equal ones by their source. Everything stands first. */
export function sortedLinks(links: readonly LinkRow[], sort: string): LinkRow[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const value = VALUES[sort.replace('-', '')];
  const byName = (one: LinkRow, other: LinkRow) => one.source.localeCompare(other.source);
  const isAll = (link: LinkRow) => Number(link.source === EVERYTHING);
  return [...links].sort(
    (one, other) =>
      isAll(other) - isAll(one) ||
      (value === undefined
        ? sign * byName(one, other)
        : sign * (value(one) - value(other)) || byName(one, other)),
  );
}
