import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { Empty } from '../../../components/page/Empty';
import { Known } from '../../../components/page/Known';
import { PageHead } from '../../../components/page/PageHead';
import type { Job } from '../../../api/messages';
import type { Span } from '../../../lib/open-times';
import { useNowMillis } from '../../../lib/now';
import { countText } from '../../../lib/units';
import { urlChoice, useUrlState } from '../../../lib/url-state';
import { Gantt } from './Gantt';
import { groupsOf, type TimelineGroup } from './timeline-groups';
import { useMaintenance, useSites, useTimelineJobs, useWindows } from './timeline-queries';

const HOUR = 3_600_000;
const TIMES = ['6h', '1d', '7d'] as const;
/** Hours shown before and after now. */
const REACH: Record<(typeof TIMES)[number], [before: number, after: number]> = {
  '6h': [2, 4],
  '1d': [8, 16],
  '7d': [48, 120],
};
const FIELDS = { time: urlChoice(TIMES, '1d') };
/** The picture moves on in steps: each is a new picture of every bar. */
const STEP_MILLIS = 60_000;

/** When jobs run and will end, beside the times in which links are closed. */
export function TimelinePage() {
  const [{ time }, change] = useUrlState(FIELDS);
  const now = Math.floor(useNowMillis() / STEP_MILLIS) * STEP_MILLIS;
  const { open, ended } = useTimelineJobs();
  const jobs = useMemo(() => {
    // a job that ends between the two questions is in both answers
    const byId = new Map((open.data?.items ?? []).map((job) => [job.id, job]));
    for (const job of ended.data?.items ?? []) byId.set(job.id, job);
    return [...byId.values()];
  }, [open.data, ended.data]);
  const shown = useMemo<Span>(() => {
    const [before, after] = REACH[time];
    return { begin: now - before * HOUR, end: now + after * HOUR };
  }, [now, time]);
  const groups = useGroups(jobs, shown, now);
  return (
    <>
      <PageHead title="Timeline" about={open.data !== undefined && aboutText(groups)}>
        <SegmentedControl
          size="xs"
          aria-label="Time shown"
          data={[...TIMES]}
          value={time}
          onChange={(value) => change({ time: value as typeof time })}
        />
      </PageHead>
      <Known asked={open} what="the jobs">
        {({ nextCursor }) =>
          groups.length === 0 ? (
            <Empty title="Nothing in this time">
              <p>No job runs, waits or ended in it, and no link has hours.</p>
            </Empty>
          ) : (
            <Gantt groups={groups} shown={shown} now={now} isCut={nextCursor !== null} />
          )
        }
      </Known>
    </>
  );
}

function useGroups(jobs: readonly Job[], shown: Span, now: number): TimelineGroup[] {
  const windows = useWindows().data?.items;
  const sites = useSites().data?.items;
  const names = useMemo(() => (sites ?? []).map(({ name }) => name), [sites]);
  const maintenance = useMaintenance(names);
  const destination = sites?.find(({ local }) => local)?.name ?? '';
  return useMemo(
    () => groupsOf(jobs, { windows: windows ?? [], maintenance, destination }, shown, now),
    [jobs, windows, maintenance, destination, shown, now],
  );
}

function aboutText(groups: readonly TimelineGroup[]): string {
  const bars = groups.flatMap((group) => group.bars);
  const known = bars.filter(({ expected }) => expected !== null).length;
  const jobs = `${countText(bars.length)} ${bars.length === 1 ? 'job' : 'jobs'}`;
  return `${jobs}, ${countText(known)} with an estimated end`;
}
