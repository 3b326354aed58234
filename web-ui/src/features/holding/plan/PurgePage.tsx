import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Facts } from '../../../components/page/Facts';
import { Known } from '../../../components/page/Known';
import { PageHead } from '../../../components/page/PageHead';
import { Panel } from '../../../components/page/Panel';
import type { PagedList } from '../../../lib/paged-list';
import { bytesText, filesText, percentText } from '../../../lib/units';
import { usePurge, usePurgeDatasets, type Purge, type PurgeDataset } from '../holding-queries';
import { toneOfPurge, versionsText, withoutCopy } from '../state/holding-state';
import classes from '../state/holding.module.css';
import { DatasetsPanel } from './DatasetsPanel';
import { LargestPanel } from './LargestPanel';
import { PurgeActions } from './PurgeActions';
import { PurgeFilesPanel } from './PurgeFilesPanel';

type Fact = readonly [name: string, value: ReactNode];

/** Reviews a purge plan: what would go, why it may, and what became of it. */
export function PurgePage() {
  const { purgeId } = useParams({ strict: false }) as { purgeId: string };
  const asked = usePurge(purgeId);
  return (
    <>
      <Known asked={asked} what="Purge plan">
        {(purge) => <Review key={purge.id} purge={purge} />}
      </Known>
    </>
  );
}

function Review({ purge }: { purge: Purge }) {
  const stamp = `${purge.state} ${purge.files} ${purge.removedFiles} ${purge.keptFiles}`;
  const datasets = usePurgeDatasets(purge.id, stamp);
  return (
    <>
      <PageHead
        title={`Purge plan ${purge.id}`}
        above={
          <Link to="/holdings" search={{ tab: 'purges' } as never}>
            ← Purge plans
          </Link>
        }
        about={<bdi>{purge.selection}</bdi>}
      >
        <PurgeActions purge={purge} datasets={datasets} />
      </PageHead>
      <div className={classes.page}>
        <Summary purge={purge} datasets={datasets} />
        {purge.mirror != null ? (
          <LargestPanel directories={purge.mirror.largest} />
        ) : (
          <DatasetsPanel datasets={datasets} />
        )}
        <PurgeFilesPanel purge={purge} stamp={stamp} />
      </div>
    </>
  );
}

function Summary({ purge, datasets }: { purge: Purge; datasets: PagedList<PurgeDataset> }) {
  return (
    <Panel
      title={purge.begunAt === null ? 'What would go' : 'What went'}
      aside={<Badge tone={toneOfPurge(purge.state)}>{purge.state}</Badge>}
    >
      {purge.problem != null && (
        <p className={classes.notice}>
          <code>{purge.problem.code}</code> <bdi>{purge.problem.detail}</bdi> {purge.problem.advice}
        </p>
      )}
      {purge.note != null && (
        <p className={classes.notice}>
          <bdi>{purge.note}</bdi>
        </p>
      )}
      {purge.mirror?.cautions?.map((caution) => (
        <p className={classes.notice} key={caution}>
          <strong>Caution:</strong> <bdi>{caution}</bdi>
        </p>
      ))}
      {purge.withoutSuccessor && (
        <p className={classes.notice}>
          Takes superseded versions even where no newer one is complete and verified here.
        </p>
      )}
      <Facts facts={[...extentFacts(purge, datasets), ...courseFacts(purge), ...outcomeFacts(purge)]} />
    </Panel>
  );
}

function extentFacts({ mirror, note, files, bytes, datasets }: Purge, list: PagedList<PurgeDataset>): Fact[] {
  const extent: Fact = ['Files', `${filesText(files)}, ${bytesText(bytes)}`];
  if (mirror == null) {
    return [
      extent,
      ['Of', versionsText(datasets)],
      ['Files go', 'deleted from disk, for good'],
      ['Other copies', datasets > 0 && list.isKnown && <OtherCopies key="copies" list={list} />],
    ];
  }
  const share = percentText(files, mirror.destinationFiles);
  return [
    extent,
    ['Of', `${filesText(mirror.destinationFiles)} at the destination (${share})`],
    [
      'Mirror job',
      <Link key="job" to="/jobs/$jobId" params={{ jobId: mirror.job }}>
        {mirror.job}
      </Link>,
    ],
    ['Why', 'the source no longer has them'],
    [
      'Files go',
      note == null
        ? 'into the quarantine of the export, until they are restored or deleted there'
        : 'deleted from the bucket, for good',
    ],
    ['Other copies', 'not looked for'],
  ];
}

function OtherCopies({ list }: { list: PagedList<PurgeDataset> }) {
  const alone = withoutCopy(list.rows);
  if (alone > 0) {
    return (
      <span className={classes.bad}>
        none known of {list.hasMore && 'at least '}
        {versionsText(alone)}
      </span>
    );
  }
  return <>{list.hasMore ? 'listed below' : 'at least one known of each version'}</>;
}

function courseFacts({ owner, createdAt, state, expiresAt, appliedBy, begunAt, endedAt }: Purge): Fact[] {
  return [
    ['Created by', <bdi key="owner">{owner}</bdi>],
    ['Created', <Moment key="created" at={createdAt} full />],
    ['Can be applied until', state === 'OPEN' && <Moment key="expires" at={expiresAt} full />],
    ['Applied by', appliedBy !== null && <bdi key="applied">{appliedBy}</bdi>],
    ['Started', begunAt !== null && <Moment key="started" at={begunAt} full />],
    ['Ended', endedAt !== null && <Moment key="ended" at={endedAt} full />],
  ];
}

function outcomeFacts({ begunAt, mirror, removedFiles, removedBytes, keptFiles }: Purge): Fact[] {
  if (begunAt === null) return [];
  return [
    [
      mirror == null ? 'Deleted' : 'Taken from their places',
      `${filesText(removedFiles)}, ${bytesText(removedBytes)}`,
    ],
    [
      'Kept',
      <span key="kept" className={keptFiles > 0 ? classes.warn : undefined}>
        {filesText(keptFiles)}
        {keptFiles > 0 && ', each with its reason below'}
      </span>,
    ],
  ];
}
