import { Link, useParams } from '@tanstack/react-router';
import { Moment } from '../../../components/Moment';
import { Name } from '../../../components/Name';
import { Badge } from '../../../components/page/Badge';
import { Facts } from '../../../components/page/Facts';
import { Known } from '../../../components/page/Known';
import { PageHead } from '../../../components/page/PageHead';
import { Panel } from '../../../components/page/Panel';
import { bytesText, countText, filesText } from '../../../lib/units';
import { useHandover, type Handover } from '../handover-queries';
import { HandoverProgress } from '../state/HandoverProgress';
import { awaitedText, toneOf } from '../state/handover-words';
import { HandedFiles } from './HandedFiles';
import classes from './HandoverPage.module.css';
import { HandoverSteps } from './HandoverSteps';

/** One handover: whom it waits for, and what is known of each file. */
export function HandoverPage() {
  const { handoverId = '' } = useParams({ strict: false });
  const asked = useHandover(handoverId);
  return (
    <>
      <PageHead
        title={handoverId.replace(/^handover-/, 'Handover ')}
        above={<Link to="/handovers">← Handovers</Link>}
      >
        {asked.data !== undefined && <HandoverSteps handover={asked.data} />}
      </PageHead>
      <div className={classes.page}>
        <Known asked={asked} what="the handover">
          {(handover) => (
            <>
              <Summary handover={handover} />
              <HandedFiles handover={handover} />
            </>
          )}
        </Known>
      </div>
    </>
  );
}

function Summary({ handover }: { handover: Handover }) {
  const { selection, carrier, source, task, export: target, reason, files, bytes, unvouched } = handover;
  return (
    <Panel title="Progress" aside={<Badge tone={toneOf(handover)}>{handover.state}</Badge>}>
      {reason !== '' && (
        <p className={classes.reason}>
          <bdi>{reason}</bdi>
        </p>
      )}
      <HandoverProgress {...handover} />
      <Facts
        facts={[
          ['What', <Name key="what">{selection}</Name>],
          ['Size', `${filesText(files)}, ${bytesText(bytes)}`],
          ['Without a published digest', unvouched > 0 && countText(unvouched)],
          ['Waits for', awaitedText(handover)],
          ['Carrier', <bdi key="carrier">{carrier}</bdi>],
          ['Task', task !== null && <code key="task">{task}</code>],
          ['From', <Name key="source">{source}</Name>],
          ['To export', <bdi key="export">{target}</bdi>],
          ['Owner', <bdi key="owner">{handover.owner}</bdi>],
          ['Created', <Moment key="created" at={handover.createdAt} full />],
          ['Ended', handover.endedAt !== null && <Moment key="ended" at={handover.endedAt} full />],
        ]}
      />
    </Panel>
  );
}
