import { Drawer } from '@mantine/core';
import type { Job, JobFile } from '../../../api/messages';
import { Moment } from '../../../components/Moment';
import { Name } from '../../../components/Name';
import { Facts } from '../../../components/page/Facts';
import { Known } from '../../../components/page/Known';
import { bytesText, countText } from '../../../lib/units';
import { wordsOfFileState } from '../state/file-states';
import { StateBadge } from '../state/StateBadge';
import { evidenceText } from './evidence';
import { fact, type Fact } from './fact';
import { FileTries } from './FileTries';
import classes from './FileDrawer.module.css';
import { useJobFile } from './page-queries';

interface FileDrawerProps {
  job: Job;
  /** empty while none is open */
  fileId: string;
  onClose: () => void;
}

/** One file: what is known of it, with its evidence, and its attempts. */
export function FileDrawer({ job, fileId, onClose }: FileDrawerProps) {
  return (
    <Drawer
      opened={fileId !== ''}
      onClose={onClose}
      position="right"
      size={560}
      title="File"
      // it would put a style element into the page, which the content security policy refuses
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {fileId !== '' && <File job={job} fileId={fileId} />}
    </Drawer>
  );
}

function File({ job, fileId }: { job: Job; fileId: string }) {
  const file = useJobFile(job, fileId);
  return (
    <Known asked={file} what="the file">
      {(known) => (
        <>
          <p className={classes.name}>
            <bdi>{known.destination.slice(known.destination.lastIndexOf('/') + 1)}</bdi>
          </p>
          <p className={classes.state}>
            <StateBadge state={known.state} tone={wordsOfFileState(known.state)?.tone ?? 'idle'} />
            <span>{wordsOfFileState(known.state)?.text}</span>
          </p>
          {known.errorCode !== null && (
            <p className={classes.error}>
              <code className={classes.code}>{known.errorCode}</code> <bdi>{known.errorText}</bdi>
            </p>
          )}
          <Facts facts={factsOf(known)} />
          <FileTries file={known} />
        </>
      )}
    </Known>
  );
}

function factsOf(file: JobFile): Fact[] {
  const isWhole = file.state === 'DONE' || file.state === 'SKIPPED_SAME';
  return [
    fact('To', <Name>{file.destination}</Name>),
    fact('From', <Name>{file.source}</Name>),
    fact('Read from', originsOf(file)),
    fact('Size', file.kind === 'FILE' && `${bytesText(file.size)} (${countText(file.size)} bytes)`),
    fact(
      'Arrived',
      !isWhole &&
        file.bytesMoved > 0 &&
        `${bytesText(file.bytesMoved)}, of it ${bytesText(file.bytesDurable)} on disk`,
    ),
    fact('Modified', file.mtime !== null && <Moment at={file.mtime} full />),
    fact('Evidence', file.evidenceLevel !== null && levelText(file.evidenceLevel)),
    fact(
      file.digest?.algorithm ?? 'Digest',
      file.digest !== null && <code className={classes.digest}>{file.digest.value}</code>,
    ),
    fact('Reused', file.reused !== null && reusedText(file)),
    fact('Next attempt', file.waitingUntil !== null && <Moment at={file.waitingUntil} full />),
    fact(
      file.state === 'WAITING' ? 'Waiting since' : 'Since',
      file.since !== null && <Moment at={file.since} full />,
    ),
    fact('Id', <code>{file.id}</code>),
  ];
}

function originsOf(file: JobFile) {
  if (file.origins.length === 0) return null;
  return (
    <ul className={classes.origins}>
      {file.origins.map(({ place, bytes }) => (
        <li key={place}>
          <bdi>{place}</bdi>, {bytesText(bytes)}
        </li>
      ))}
    </ul>
  );
}

function levelText(level: string): string {
  const text = evidenceText(level);
  return text === '' ? level : `${level}: ${text}`;
}

function reusedText(file: JobFile) {
  return (
    <>
      {file.reused === 'link' ? 'second name of' : 'copied from'}{' '}
      {file.reusedFrom === null ? 'a file that is held here' : <Name>{file.reusedFrom}</Name>}
    </>
  );
}
