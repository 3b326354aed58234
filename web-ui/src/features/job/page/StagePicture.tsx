import type { Explanation, Job, Schemas } from '../../../api/messages';
import { Panel } from '../../../components/page/Panel';
import { countText, rateText } from '../../../lib/units';
import { endpointsOf } from '../state/job-state';
import { bottleneckOf, limitingStage } from './bottleneck';
import classes from './StagePicture.module.css';

type Stage = Schemas['StageView'];

interface StageWords {
  name: string;
  /** what works there, one and many */
  workers: [one: string, many: string];
  /** what waits there */
  waiting: [one: string, many: string];
}

const WORDS: Record<string, StageWords> = {
  source: {
    name: 'Source',
    workers: ['file asked for', 'files asked for'],
    waiting: ['request', 'requests'],
  },
  network: { name: 'Network', workers: ['stream', 'streams'], waiting: ['block', 'blocks'] },
  disk: { name: 'Disk', workers: ['writer', 'writers'], waiting: ['block', 'blocks'] },
  hash: { name: 'Hashing', workers: ['thread', 'threads'], waiting: ['block', 'blocks'] },
  place: { name: 'Verify and place', workers: ['file', 'files'], waiting: ['file', 'files'] },
};

/** The way of the bytes as boxes, each filled as its queue is, and the one that holds up the others. */
export function StagePicture({
  job,
  explanation,
  title = 'Where the bytes wait',
}: {
  job: Job;
  explanation: Explanation | undefined;
  title?: string;
}) {
  const stages = explanation?.stages ?? [];
  if (stages.length === 0 || explanation === undefined) return null;
  const limit = bottleneckOf(explanation.limitedBy);
  const limiting = limitingStage(limit, stages);
  const places = placesOf(job);
  return (
    <Panel
      title={title}
      aside={
        limit === null ? (
          'Nothing limits it for long'
        ) : (
          <span>
            Limited by <strong className={classes.limit}>{limit.text}</strong>
          </span>
        )
      }
    >
      <ol className={classes.picture} aria-hidden>
        {stages.map((stage) => (
          <Box
            key={stage.stage}
            stage={stage}
            place={places[stage.stage] ?? (stage.stage === 'network' ? null : places.disk!)}
            limits={stage.stage === limiting}
          />
        ))}
      </ol>
      <StageTable stages={stages} limiting={limiting} />
      <NodesAndHost explanation={explanation} />
    </Panel>
  );
}

/** Which site a stage works at; the rest is at the destination. */
function placesOf(job: Job): Record<string, string | null> {
  const site = (endpoint: string | undefined) => /^[a-z]+:\/\/([^/]+)/.exec(endpoint ?? '')?.[1];
  const endpoints = endpointsOf(job);
  return {
    source: site(endpoints?.source) ?? 'there',
    network: null,
    disk: site(endpoints?.destination) ?? 'here',
  };
}

function Box({ stage, place, limits }: { stage: Stage; place: string | null; limits: boolean }) {
  const words = wordsOf(stage);
  return (
    <li className={classes.step}>
      <div className={`${classes.box} ${limits ? classes.limits : ''}`}>
        <div className={classes.fill} style={{ '--busy': `${percentOf(stage)}%` } as React.CSSProperties} />
        <div className={classes.words}>
          <div className={classes.name}>
            {words.name}
            {place !== null && <bdi className={classes.place}>{place}</bdi>}
          </div>
          <div className={classes.busy}>{percent(stage)}</div>
          <div className={classes.small}>
            <span>{counted(stage.waiting, words.waiting)} waiting</span>
            <span>{counted(stage.parallelism, words.workers)}</span>
          </div>
        </div>
      </div>
      {limits && <div className={classes.tag}>limits</div>}
    </li>
  );
}

function StageTable({ stages, limiting }: { stages: Stage[]; limiting: string | null }) {
  return (
    <div className={classes.heard}>
      <table aria-label="Stages">
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col">Full</th>
            <th scope="col">Waiting</th>
            <th scope="col">At once</th>
            <th scope="col">Rate</th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <tr key={stage.stage}>
              <th scope="row">
                {wordsOf(stage).name}
                {stage.stage === limiting && ', limits'}
              </th>
              <td>{percent(stage)}</td>
              <td>{counted(stage.waiting, wordsOf(stage).waiting)}</td>
              <td>{counted(stage.parallelism, wordsOf(stage).workers)}</td>
              <td>{rateText(stage.bytesPerSecond)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Several nodes may work on one job; the load is that of the machine that answers. */
function NodesAndHost({ explanation }: { explanation: Explanation }) {
  const { nodes, host } = explanation;
  if (nodes.length < 2 && host === null) return null;
  return (
    <ul className={classes.notes}>
      {nodes.length > 1 &&
        nodes.map((node) => (
          <li key={node.node}>
            <bdi>{node.node}</bdi>: {rateText(node.rate.bytesPerSecond)} over{' '}
            {counted(node.streams, ['stream', 'streams'])}
            {node.limitedBy !== null && `, limited by ${bottleneckOf(node.limitedBy)?.text}`}
          </li>
        ))}
      {host !== null && <li>This machine: {host}</li>}
    </ul>
  );
}

function wordsOf(stage: Stage): StageWords {
  return (
    WORDS[stage.stage] ?? { name: stage.stage, workers: ['worker', 'workers'], waiting: ['item', 'items'] }
  );
}

function percent(stage: Stage): string {
  return `${percentOf(stage)} %`;
}

function percentOf(stage: Stage): number {
  return Math.round(Math.min(1, Math.max(0, stage.busy)) * 100);
}

function counted(count: number, [one, many]: [string, string]): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}
