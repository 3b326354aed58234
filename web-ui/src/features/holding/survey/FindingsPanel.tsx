import { None } from '../../../components/table/None';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Name } from '../../../components/Name';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { Known } from '../../../components/page/Known';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { listOf } from '../../../lib/paged-list';
import { countText } from '../../../lib/units';
import { urlText, useUrlState } from '../../../lib/url-state';
import { useFindings, type Finding, type Survey } from '../holding-queries';
import { DatasetName } from '../../../components/DatasetName';
import { byDirectory, directoryOf, type FoundDirectory } from '../state/findings';
import classes from '../state/holding.module.css';

const FIELDS = { dir: urlText() };
const FINDINGS: readonly Column<Finding>[] = [
  {
    id: 'path',
    header: 'File',
    track: 'minmax(150px, 1.3fr)',
    phone: 'title',
    cell: ({ export: name, path }) => (
      <bdi title={`${name}/${path}`} className={classes.strong}>
        {path.slice(path.lastIndexOf('/') + 1)}
      </bdi>
    ),
  },
  {
    id: 'kind',
    header: 'Kind',
    track: '122px',
    cell: ({ kind }) => <Badge tone={toneOfFinding(kind)}>{kind}</Badge>,
  },
  {
    id: 'text',
    header: 'Why',
    track: 'minmax(150px, 1.6fr)',
    cell: ({ text }) => (
      <bdi title={text} className={classes.twoLines}>
        {text}
      </bdi>
    ),
  },
  {
    id: 'dataset',
    header: 'Dataset',
    track: 'minmax(110px, 1.2fr)',
    phone: 'hide',
    cell: ({ dataset }) =>
      dataset === null ? (
        <None />
      ) : (
        <Link to="/holdings" search={{ dataset } as never} title={dataset}>
          <DatasetName>{dataset}</DatasetName>
        </Link>
      ),
  },
];

function toneOfFinding(kind: Finding['kind']) {
  return kind === 'MISSING' || kind === 'DIFFERENT' || kind === 'UNREADABLE' ? 'bad' : 'warn';
}

function kindsText({ kinds }: FoundDirectory): string {
  return Object.entries(kinds)
    .map(([kind, count]) => `${countText(count)} ${kind}`)
    .join(', ');
}

/** Findings by directory; of the chosen one, each file. */
export function FindingsPanel({ survey }: { survey: Survey }) {
  const [view, change] = useUrlState(FIELDS);
  const asked = useFindings(survey.id, survey.findings);
  const findings = asked.data;
  const directories = useMemo(() => byDirectory(findings ?? []), [findings]);
  const shown = (findings ?? []).filter((finding) => directoryOf(finding) === view.dir);
  const isCut = findings !== undefined && findings.length < survey.findings;
  const columns: readonly Column<FoundDirectory>[] = [
    {
      id: 'directory',
      header: 'Directory',
      track: 'minmax(180px, 2fr)',
      phone: 'title',
      cell: ({ directory }) => (
        <button
          type="button"
          className={classes.link}
          title={directory}
          onClick={() => change({ dir: directory })}
        >
          <bdi>{directory}</bdi>
        </button>
      ),
    },
    {
      id: 'kinds',
      header: 'Kind',
      track: 'minmax(150px, 1fr)',
      cell: (directory) => (
        <span title={kindsText(directory)} className={classes.twoLines}>
          {kindsText(directory)}
        </span>
      ),
    },
    { id: 'count', header: 'Findings', track: '90px', end: true, cell: ({ count }) => countText(count) },
  ];
  const cut = isCut && (
    <span>
      only the first {countText(findings.length)} of {countText(survey.findings)} findings
    </span>
  );
  return (
    <Known asked={asked} what="Findings">
      {() =>
        view.dir === '' ? (
          <Panel title="Findings by directory" aside={cut || undefined} flush>
            <DataTable
              label="Findings by directory"
              columns={columns}
              list={listOf(directories)}
              rowKey={({ directory }) => directory}
              framed={false}
              empty={<Empty title="No finding" />}
            />
          </Panel>
        ) : (
          <Panel
            title="Findings of one directory"
            aside={
              <button type="button" className={classes.link} onClick={() => change({ dir: '' })}>
                All directories
              </button>
            }
            flush
          >
            <p className={classes.directory}>
              <Name>{view.dir}</Name>
              {cut && <>, {cut}</>}
            </p>
            <DataTable
              label="Findings"
              columns={FINDINGS}
              list={listOf(shown)}
              rowKey={({ path, kind, text }) => `${kind} ${path} ${text}`}
              framed={false}
              empty={<Empty title="No finding in this directory" />}
            />
          </Panel>
        )
      }
    </Known>
  );
}
