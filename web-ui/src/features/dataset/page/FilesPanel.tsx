import { None } from '../../../components/table/None';
import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { Empty } from '../../../components/page/Empty';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { listOf } from '../../../lib/paged-list';
import { bytesText } from '../../../lib/units';
import { urlText, useUrlState } from '../../../lib/url-state';
import type { ReplicaFile, ReplicaSet } from '../dataset-queries';
import completeness from '../state/completeness.module.css';
import classes from '../state/dataset.module.css';

const FIELDS = { variant: urlText() };

/** Files by data nodes. Where nodes hold different bytes each variant stands alone: they are never mixed. */
export function FilesPanel({ set: { variants } }: { set: ReplicaSet }) {
  const [view, change] = useUrlState(FIELDS);
  const shown = variants.find(({ number }) => String(number) === view.variant) ?? variants[0];
  return (
    <Panel
      title="Files at data nodes"
      flush
      aside={
        variants.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Variant"
            value={String(shown?.number ?? 0)}
            onChange={(variant) => change({ variant: variant === '0' ? '' : variant })}
            data={variants.map(({ number }) => ({
              value: String(number),
              label: number === 0 ? 'Variant taken' : `Variant ${number + 1}`,
            }))}
          />
        )
      }
    >
      {shown === undefined ? (
        <Empty title="No index lists files of this version" />
      ) : (
        <DataTable
          label="Files at data nodes"
          columns={columnsOf(shown.nodes)}
          list={listOf(shown.files)}
          rowKey={({ name }) => name}
          framed={false}
          empty={<Empty title="No index lists files of this version" />}
        />
      )}
    </Panel>
  );
}

function columnsOf(nodes: readonly string[]): Column<ReplicaFile>[] {
  return [
    {
      id: 'name',
      header: 'File',
      track: 'minmax(170px, 2.4fr)',
      phone: 'title',
      cell: ({ name, trackingId }) => (
        <bdi title={trackingId ?? name} className={classes.twoLines}>
          {name}
        </bdi>
      ),
    },
    {
      id: 'size',
      header: 'Size',
      track: '84px',
      end: true,
      cell: ({ size }) => (size === null ? <None /> : bytesText(size)),
    },
    {
      id: 'digest',
      header: 'Published',
      track: '96px',
      phone: 'hide',
      cell: ({ digests }) =>
        digests.length === 0 ? (
          <span className={classes.soft}>no digest</span>
        ) : (
          <span title={digests.map(({ algorithm, value }) => `${algorithm}:${value}`).join('\n')}>
            {digests.map(({ algorithm }) => algorithm).join(', ')}
          </span>
        ),
    },
    ...nodes.map((node) => ({
      id: node,
      header: node,
      track: 'minmax(64px, 1fr)',
      cell: (file: ReplicaFile) => <Copy node={node} file={file} />,
    })),
  ];
}

function Copy({ node, file }: { node: string; file: ReplicaFile }) {
  const copy = file.copies.find((each) => each.node === node);
  const isThere = copy !== undefined && copy.missing === null;
  const text =
    copy === undefined
      ? `${node} is not said to have it`
      : copy.missing !== null
        ? `${node} did not have it when it was asked last`
        : `${node} has it${copy.url === null ? ', not over HTTP' : ''}`;
  return (
    <span title={text} className={isThere ? completeness.textCOMPLETE : completeness.textABSENT}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span aria-hidden>{isThere ? '●' : copy === undefined ? '–' : '✕'}</span>
    </span>
  );
}
