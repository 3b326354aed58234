import { Button, VisuallyHidden } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Confirm } from '../../../components/page/Confirm';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { wholeList } from '../../../lib/paged-list';
import { useMay } from '../../../lib/session';
import { useNodes, useSteerNode, type NodeVerb, type SiteNode } from '../site-queries';
import { NODE_TONES } from '../state/node-words';
import { None } from '../../../components/table/None';
import classes from './SitePage.module.css';

const COLUMNS: readonly Column<SiteNode>[] = [
  {
    id: 'id',
    header: 'Node',
    track: 'minmax(130px, 0.7fr)',
    phone: 'title',
    cell: ({ id, isThis, fingerprint }) => (
      <span title={`SHA256:${fingerprint}`}>
        <strong>{id}</strong> {isThis && <span className={classes.soft}>this one</span>}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    track: '104px',
    cell: ({ state }) => <Badge tone={NODE_TONES[state] ?? 'idle'}>{state}</Badge>,
  },
  { id: 'jobs', header: 'Jobs', track: '44px', end: true, cell: ({ jobs }) => jobs },
  {
    id: 'process',
    header: 'Process',
    track: 'minmax(120px, 1.6fr)',
    cell: (node) => (
      <bdi title={`${node.process}\n${node.dataAddress ?? 'no data port'}\nroles ${node.roles.join(', ')}`}>
        {node.process}
      </bdi>
    ),
  },
  {
    id: 'exports',
    header: 'Exports',
    track: 'minmax(70px, 1fr)',
    cell: ({ exports }) => {
      const names = exports.map((each) => each.name).join(', ');
      return names === '' ? <None /> : <bdi title={names}>{names}</bdi>;
    },
  },
  {
    id: 'version',
    header: 'Version',
    track: '80px',
    wide: true,
    cell: ({ version }) => <span title={version}>{version}</span>,
  },
  {
    id: 'seen',
    header: 'Seen',
    track: '84px',
    phone: 'hide',
    cell: ({ seenAt }) => <Moment at={seenAt} short />,
  },
];

const ACTIONS: Column<SiteNode> = {
  id: 'actions',
  header: '',
  track: '188px',
  end: true,
  cell: (node) => <NodeActions node={node} />,
};

/** The processes of this site; an administrator drains and removes them. */
export function NodesPanel() {
  const nodes = useNodes();
  const maySteer = useMay('admin');
  const columns = useMemo(() => (maySteer ? [...COLUMNS, ACTIONS] : COLUMNS), [maySteer]);
  return (
    <Panel title="Nodes" flush>
      <DataTable
        label="Nodes"
        columns={columns}
        list={wholeList(nodes)}
        rowKey={(node) => node.id}
        framed={false}
        empty={null}
      />
    </Panel>
  );
}

const jobsText = (jobs: number) => (jobs === 1 ? '1 job' : `${jobs} jobs`);

interface VerbWords {
  label: string;
  title: (node: SiteNode) => string;
  words: (node: SiteNode) => ReactNode;
  destroys: boolean;
}

const VERBS: Record<NodeVerb, VerbWords> = {
  drain: {
    label: 'Drain',
    title: ({ id }) => `Drain ${id}?`,
    words: ({ jobs }) =>
      `It works on ${jobsText(jobs)}: it finishes the files that are open and takes nothing new. At 0 jobs its process can be stopped. Resuming it is possible at any time.`,
    destroys: false,
  },
  resume: {
    label: 'Resume',
    title: ({ id }) => `Let ${id} take work again?`,
    words: () => 'It takes part in the jobs of this site again.',
    destroys: false,
  },
  remove: {
    label: 'Remove',
    title: ({ id }) => `Remove ${id} for good?`,
    words: ({ id, jobs }) =>
      `Its process ends, and ${id} is refused when it starts again. ${
        jobs === 0 ? 'It works on no job now.' : `Other nodes take over its ${jobsText(jobs)}.`
      }`,
    destroys: true,
  },
};

function verbsOf({ state, isThis }: SiteNode): NodeVerb[] {
  if (state === 'REMOVED') return [];
  const first: NodeVerb[] = state === 'DRAINING' ? ['resume'] : state === 'UP' ? ['drain'] : [];
  return isThis ? first : [...first, 'remove'];
}

function NodeActions({ node }: { node: SiteNode }) {
  const steer = useSteerNode();
  const [asking, setAsking] = useState<NodeVerb | null>(null);
  const close = () => {
    setAsking(null);
    steer.reset();
  };
  const asked = asking === null ? null : VERBS[asking];
  return (
    <>
      {verbsOf(node).map((verb) => (
        <Button
          key={verb}
          ml={6}
          size="compact-xs"
          variant="default"
          className={VERBS[verb].destroys ? classes.destroys : undefined}
          onClick={() => setAsking(verb)}
        >
          {VERBS[verb].label} … <VisuallyHidden>{node.id}</VisuallyHidden>
        </Button>
      ))}
      {asking !== null && asked !== null && (
        <Confirm
          opened
          title={asked.title(node)}
          action={`${asked.label} ${node.id}`}
          destroys={asked.destroys}
          running={steer.isPending}
          error={steer.error}
          onConfirm={() => steer.mutate({ id: node.id, verb: asking }, { onSuccess: close })}
          onClose={close}
        >
          <p>{asked.words(node)}</p>
        </Confirm>
      )}
    </>
  );
}
