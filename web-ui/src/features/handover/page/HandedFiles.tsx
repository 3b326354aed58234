import { Anchor, NativeSelect } from '@mantine/core';
import { Name } from '../../../components/Name';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { None } from '../../../components/table/None';
import { bytesText } from '../../../lib/units';
import { urlChoice, useUrlState } from '../../../lib/url-state';
import { useHandedFiles, type HandedFile, type HandedFileState, type Handover } from '../handover-queries';
import { FILE_STATES, toneOfFile } from '../state/handover-words';
import classes from './HandoverPage.module.css';

const ALL = 'ALL';
const FIELDS = { state: urlChoice<HandedFileState | typeof ALL>([ALL, ...FILE_STATES], ALL) };
const COLUMNS: readonly Column<HandedFile>[] = [
  {
    id: 'path',
    header: 'File',
    track: 'minmax(200px, 2fr)',
    phone: 'title',
    cell: ({ export: target, path, source }) => (
      <span title={`from ${source}`}>
        <Name>{`${target}/${path}`}</Name>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    track: '136px',
    cell: (file) => <Badge tone={toneOfFile(file)}>{file.state}</Badge>,
  },
  {
    id: 'reason',
    header: 'Why',
    track: 'minmax(140px, 1.4fr)',
    cell: ({ reason }) => (reason === '' ? <None /> : <bdi title={reason}>{reason}</bdi>),
  },
  {
    id: 'size',
    header: 'Size',
    track: '92px',
    cell: ({ size }) => (size === null ? <span className={classes.soft}>not known</span> : bytesText(size)),
  },
];

/** What is known of each file. */
export function HandedFiles({ handover }: { handover: Handover }) {
  const [view, change] = useUrlState(FIELDS);
  const list = useHandedFiles(handover.id, view.state === ALL ? null : view.state);
  return (
    <Panel
      title="Files"
      flush
      aside={
        <div className={classes.aside}>
          {handover.there < handover.files && (
            <Anchor href={`/api/v1/handovers/${handover.id}/list`} download={`${handover.id}.txt`} size="sm">
              List for the carrier
            </Anchor>
          )}
          <NativeSelect
            size="xs"
            aria-label="State of files"
            value={view.state}
            onChange={({ currentTarget: { value } }) =>
              change({ state: value as HandedFileState | typeof ALL })
            }
            data={[{ value: ALL, label: 'All' }, ...FILE_STATES]}
          />
        </div>
      }
    >
      <DataTable
        label="Files of the handover"
        columns={COLUMNS}
        list={list}
        rowKey={({ export: target, path }) => `${target}/${path}`}
        framed={false}
        empty={<Empty title={view.state === ALL ? 'No file' : 'No file is in this state'} />}
      />
    </Panel>
  );
}
