import type { Job, JobFile } from '../../../api/messages';
import { Moment } from '../../../components/Moment';
import { ProgressBar } from '../../../components/ProgressBar';
import type { Column } from '../../../components/table/DataTable';
import { None } from '../../../components/table/None';
import { bytesText, countText } from '../../../lib/units';
import { wordsOfFileState } from '../state/file-states';
import { StateBadge } from '../state/StateBadge';
import { evidenceText } from './evidence';
import classes from './file-columns.module.css';
import { filePathOf } from './file-path';

/** The columns of the files of a job; the name opens the file. */
export function fileColumns(job: Job, onOpen: (fileId: string) => void): readonly Column<JobFile>[] {
  return [
    {
      id: 'file',
      header: 'File',
      track: 'minmax(160px, 2.2fr)',
      phone: 'title',
      cell: (file) => <Path job={job} file={file} onOpen={onOpen} />,
    },
    {
      id: 'size',
      header: 'Size',
      track: '76px',
      end: true,
      cell: (file) =>
        file.kind === 'FILE' ? (
          <span title={`${countText(file.size)} bytes`}>{bytesText(file.size)}</span>
        ) : (
          <None />
        ),
    },
    {
      id: 'state',
      header: 'State',
      track: '130px',
      phone: 'title',
      cell: (file) => <StateBadge state={file.state} tone={wordsOfFileState(file.state)?.tone ?? 'idle'} />,
    },
    {
      id: 'what',
      header: 'Evidence, or what is wrong',
      track: 'minmax(180px, 1.8fr)',
      phone: 'title',
      cell: (file) => <What file={file} />,
    },
    {
      id: 'attempts',
      header: 'Attempts',
      track: '70px',
      end: true,
      cell: (file) => countText(file.attempts),
    },
    {
      id: 'since',
      header: 'Since',
      track: '118px',
      phone: 'hide',
      cell: (file) => (file.since === null ? <None /> : <Moment at={file.since} />),
    },
  ];
}

function Path({ job, file, onOpen }: { job: Job; file: JobFile; onOpen: (fileId: string) => void }) {
  const { folder, name } = filePathOf(job, file.destination);
  return (
    <button
      type="button"
      className={classes.path}
      title={file.destination}
      onClick={() => onOpen(file.id)}
      aria-haspopup="dialog"
    >
      {folder !== '' && <bdi className={classes.folder}>{folder}</bdi>}
      <bdi className={classes.name}>{name}</bdi>
      {file.kind !== 'FILE' && <span className={classes.kind}>{KINDS[file.kind]}</span>}
    </button>
  );
}

const KINDS: Record<JobFile['kind'], string> = {
  FILE: '',
  DIRECTORY: 'directory',
  SYMBOLIC_LINK: 'symbolic link',
  OTHER: 'special file',
};

/** One line: the error, how far it is, or how it was verified. */
function What({ file }: { file: JobFile }) {
  if (file.errorCode !== null) {
    return (
      <span className={classes.what} title={`${file.errorCode}: ${file.errorText ?? ''}`}>
        <code className={classes.code}>{file.errorCode}</code>
        {file.waitingUntil !== null && (
          <span className={classes.again}>
            again at <Moment at={file.waitingUntil} />
          </span>
        )}
        <bdi className={classes.text}>{file.errorText}</bdi>
      </span>
    );
  }
  if (file.state === 'ACTIVE' && file.size > 0) {
    return (
      <span className={classes.what} title={`${bytesText(file.bytesDurable)} are on disk`}>
        <span className={classes.bar}>
          <ProgressBar total={file.size} shares={[{ amount: file.bytesMoved }]} />
        </span>
        <span className={classes.soft}>
          {bytesText(file.bytesMoved)} of {bytesText(file.size)}
        </span>
      </span>
    );
  }
  if (file.evidenceLevel === null) return <None />;
  return (
    <span title={evidenceText(file.evidenceLevel)}>
      {file.evidenceLevel}
      {file.digest !== null && (
        <code className={classes.digest}>
          {file.digest.algorithm}:{file.digest.value}
        </code>
      )}
    </span>
  );
}
