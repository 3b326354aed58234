import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { limitText, typedLimit } from '../../../lib/units';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import type { LinkLimit, LinkWindows, SiteLink } from '../link-queries';
import { None } from '../../../components/table/None';
import classes from './link-words.module.css';

/** The source that stands for all sources together. */
export const EVERYTHING = '*';

export function sourceText(source: string): string {
  return source === EVERYTHING ? 'Everything' : source;
}

/** Bytes per second that come to this site: those of the link of everything, which has the sum of the others. */
export function totalRate(links: readonly SiteLink[]): number {
  const all = links.find((link) => link.source === EVERYTHING);
  return all?.bytesPerSecond ?? links.reduce((sum, link) => sum + link.bytesPerSecond, 0);
}

/** Leads to the page of a link. */
export function LinkOfSite({
  source,
  destination,
  className,
  children,
}: {
  source: string;
  destination: string;
  className?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <Link
      to="/links/$source/$destination"
      params={{ source, destination }}
      className={className}
      title={`${sourceText(source)} → ${destination}`}
    >
      <bdi>{children ?? `${sourceText(source)} → ${destination}`}</bdi>
    </Link>
  );
}

const countText = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

/** `2 Gbit/s, 4 streams, 16 active files`; the title has the other unit, too. */
export function LimitText({ limit }: { limit: LinkLimit | null }) {
  const rate = limit?.maxRateBytesPerSecond ?? null;
  const streams = limit?.maxStreams ?? null;
  const files = limit?.maxActiveFiles ?? null;
  const counts = [
    streams !== null && countText(streams, 'stream'),
    files !== null && countText(files, 'active file'),
  ].filter((word) => word !== false);
  if (rate === null && counts.length === 0) return <None />;
  const words = [rate !== null && limitText(rate), ...counts, limit?.note];
  return (
    <span title={words.filter(Boolean).join('\n')}>
      {rate !== null && typedLimit(rate)}
      {rate !== null && counts.length > 0 && ', '}
      {counts.join(', ')}
    </span>
  );
}

/** Whether a link is open by its windows, and until when. */
export function WindowBadge({ windows }: { windows: LinkWindows | null }) {
  if (windows === null) return <span className={classes.soft}>always open</span>;
  return (
    <span title={windows.windows.join('\n')}>
      <Badge tone={windows.isOpen ? 'good' : 'held'}>{windows.isOpen ? 'open' : 'closed'}</Badge>{' '}
      {windows.changesAt !== null && (
        <span className={classes.soft}>
          until <Moment at={windows.changesAt} />
        </span>
      )}
    </span>
  );
}
