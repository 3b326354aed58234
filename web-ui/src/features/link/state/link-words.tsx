import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import type { LinkLimit, LinkWindows, SiteLink } from '../link-queries';
import { None } from '../../../components/table/None';
import classes from './link-words.module.css';
import { bitsText, limitText } from './network-rate';

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

/** `250 MB/s 2.00 Gbit/s, 4 streams`; short: without the bits. */
export function LimitText({ limit, isShort = false }: { limit: LinkLimit | null; isShort?: boolean }) {
  const rate = limit?.maxRateBytesPerSecond ?? null;
  const streams = limit?.maxStreams ?? null;
  if (rate === null && streams === null) return <None />;
  const words = [
    rate !== null && `${limitText(rate)}, ${bitsText(rate)}`,
    streams !== null && `${streams} ${streams === 1 ? 'stream' : 'streams'}`,
    limit?.note,
  ];
  return (
    <span title={words.filter(Boolean).join('\n')}>
      {rate !== null && (
        <>
          {limitText(rate)}
          {!isShort && <span className={classes.soft}> {bitsText(rate)}</span>}
        </>
      )}
      {rate !== null && streams !== null && ', '}
      {streams !== null && `${streams} ${streams === 1 ? 'stream' : 'streams'}`}
    </span>
  );
}

/** Whether a link is open by its windows, and until when. */
export function WindowBadge({
  windows,
  isShort = false,
}: {
  windows: LinkWindows | null;
  isShort?: boolean;
}) {
  if (windows === null) return <span className={classes.soft}>{isShort ? 'always' : 'always open'}</span>;
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
