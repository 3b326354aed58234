import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Name } from '../../../components/Name';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Facts } from '../../../components/page/Facts';
import { Known } from '../../../components/page/Known';
import { PageHead } from '../../../components/page/PageHead';
import { Panel } from '../../../components/page/Panel';
import { useMay } from '../../../lib/session';
import { bytesText, countText } from '../../../lib/units';
import { useReplicaSet, type ReplicaSet } from '../dataset-queries';
import classes from '../state/dataset.module.css';
import { ClaimsPanel } from './ClaimsPanel';
import { FilesPanel } from './FilesPanel';
import { HeldPanel } from './HeldPanel';
import { PublishDialog } from './PublishDialog';

/** One dataset version: what is claimed of it, where its files are, and what this site holds. */
export function DatasetPage() {
  const { instanceId } = useParams({ strict: false }) as { instanceId: string };
  const asked = useReplicaSet(instanceId);
  const mayPublish = useMay('operator');
  const [isPublishing, setPublishing] = useState(false);
  return (
    <>
      <PageHead title={instanceId} above={<Link to="/datasets">← Datasets</Link>}>
        <Button
          size="xs"
          renderRoot={(props) => (
            <Link to="/replicate" search={{ from: 'ids', ids: instanceId } as never} {...props} />
          )}
        >
          Replicate …
        </Button>
        {mayPublish && (
          <Button size="xs" variant="default" onClick={() => setPublishing(true)}>
            Publish our copy …
          </Button>
        )}
      </PageHead>
      <div className={classes.page}>
        <Known asked={asked} what="the dataset">
          {(set) => (
            <>
              <Summary set={set} />
              <FilesPanel set={set} />
            </>
          )}
        </Known>
        <HeldPanel instanceId={instanceId} />
        {asked.data !== undefined && <ClaimsPanel claims={asked.data.claims} />}
      </div>
      {isPublishing && <PublishDialog instanceId={instanceId} onClose={() => setPublishing(false)} />}
    </>
  );
}

function Summary({ set: { dataset, directory, nodes, notes, pid } }: { set: ReplicaSet }) {
  return (
    <Panel title="Version" aside={<States dataset={dataset} />}>
      <Facts
        facts={[
          ['Files', countText(dataset.files)],
          ['Size', bytesText(dataset.bytes)],
          [
            'Data nodes',
            nodes.map(({ name, original }) => (original ? `${name} (original)` : name)).join(', '),
          ],
          ['Directory', directory !== null && <Name key="directory">{directory}</Name>],
          ['Persistent id', pid],
          ['First seen', <Moment key="first" at={dataset.firstSeen} full />],
          ['Last seen', <Moment key="last" at={dataset.lastSeen} full />],
        ]}
      />
      {notes.length > 0 && (
        <ul className={classes.notes}>
          {notes.map(({ code, kind, subject, text }) => (
            <li key={`${code} ${subject} ${text}`}>
              <Badge tone={kind === 'FINDING' ? 'warn' : 'idle'}>{code}</Badge> <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function States({ dataset: { retracted, deprecated, latest, variants } }: Pick<ReplicaSet, 'dataset'>) {
  return (
    <span className={classes.badges}>
      {retracted && <Badge tone="bad">retracted</Badge>}
      {deprecated && <Badge tone="warn">deprecated</Badge>}
      {variants > 1 && <Badge tone="warn">{variants} variants</Badge>}
      <Badge tone={latest ? 'good' : 'idle'}>{latest ? 'latest' : 'a newer version is known'}</Badge>
    </span>
  );
}
