import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import type { FileState, Job, JobFile } from '../../../api/messages';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Loading } from '../../../components/Loading';
import { Moment } from '../../../components/Moment';
import { Name } from '../../../components/Name';
import { ProgressBar } from '../../../components/ProgressBar';
import { StaleNotice } from '../../../components/StaleNotice';
import { bytesText, countText } from '../../../lib/units';
import { StateBadge } from '../state/StateBadge';
import classes from './FilesPanel.module.css';
import { FILE_STATES, wordsOfFileState } from '../state/file-states';
import { useJobFiles } from '../job-queries';
import type { JobView } from './job-view';

const TYPING_MILLIS = 300;

interface FilesPanelProps {
  job: Job;
  view: JobView;
  onView: (view: JobView) => void;
}

export function FilesPanel({ job, view, onView }: FilesPanelProps) {
  const [typed, setTyped] = useState(view.pathPrefix);
  const search = useDebouncedCallback((pathPrefix: string) => onView({ ...view, pathPrefix }), TYPING_MILLIS);
  return (
    <>
      <div className={classes.filters}>
        <NativeSelect
          label="State"
          value={view.fileState ?? ''}
          onChange={(event) => {
            const state = event.currentTarget.value;
            onView({ ...view, fileState: state === '' ? null : (state as FileState) });
          }}
          data={[
            { value: '', label: 'All states' },
            ...FILE_STATES.map(({ state }) => ({ value: state, label: state })),
          ]}
        />
        <TextInput
          label="Path begins with"
          placeholder="CMIP6/CMIP/"
          className={classes.search}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            search(event.currentTarget.value);
          }}
        />
      </div>
      <FileList job={job} view={view} />
    </>
  );
}

/** A page may be short, or empty, and still have a next one: the server looks through so many files at a time. */
function FileList({ job, view }: { job: Job; view: JobView }) {
  const files = useJobFiles(job, view.fileState, view.pathPrefix);
  if (files.isPending) return <Loading what="files" />;
  if (files.data === undefined)
    return <ErrorPanel error={files.error} onRetry={() => void files.refetch()} />;
  const filtered = view.fileState != null || view.pathPrefix !== '';
  const none = files.hasNextPage
    ? 'No match so far.'
    : filtered
      ? 'No file matches.'
      : 'No file is listed yet.';
  return (
    <>
      {files.isError && <StaleNotice error={files.error} shownSinceMillis={files.dataUpdatedAt} />}
      {files.data.length > 0 ? <FileTable files={files.data} /> : <p className={classes.none}>{none}</p>}
      <p className={classes.foot}>
        {files.data.length > 0 && `${countText(files.data.length)} shown.`}
        {files.hasNextPage && (
          <Button
            size="xs"
            variant="default"
            loading={files.isFetchingNextPage}
            onClick={() => void files.fetchNextPage()}
          >
            {files.data.length > 0 ? 'Show more' : 'Search further'}
          </Button>
        )}
      </p>
    </>
  );
}

function FileTable({ files }: { files: JobFile[] }) {
  return (
    // a region that scrolls is reached by the tab key
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.scroll} aria-label="Table of files" tabIndex={0}>
      <table className={classes.table} aria-label="Files">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col" className={classes.size}>
              Size
            </th>
            <th scope="col" className={classes.state}>
              State
            </th>
            <th scope="col" className={classes.what}>
              Evidence, or what is wrong
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function FileRow({ file }: { file: JobFile }) {
  return (
    <tr>
      <td>
        <Name>{file.destination}</Name>
        {file.kind !== 'FILE' && <span className={classes.soft}> {file.kind}</span>}
      </td>
      <td className={classes.size} title={`${countText(file.size)} bytes`}>
        {file.kind === 'FILE' ? bytesText(file.size) : '–'}
      </td>
      <td className={classes.state}>
        <StateBadge state={file.state} tone={wordsOfFileState(file.state)?.tone ?? 'idle'} />
      </td>
      <td className={classes.what}>
        {file.state === 'ACTIVE' && file.size > 0 && (
          <>
            <ProgressBar total={file.size} shares={[{ amount: file.bytesMoved }]} />
            <div className={classes.soft}>
              {bytesText(file.bytesMoved)} of {bytesText(file.size)} moved, {bytesText(file.bytesDurable)}{' '}
              durable
            </div>
          </>
        )}
        {file.errorCode != null && (
          <div>
            <code className={classes.code}>{file.errorCode}</code> <bdi>{file.errorText}</bdi>
          </div>
        )}
        {file.waitingUntil != null && (
          <div className={classes.soft}>
            Tried {file.attempts} {file.attempts === 1 ? 'time' : 'times'}, again at{' '}
            <Moment at={file.waitingUntil} full />
          </div>
        )}
        {file.evidenceLevel != null && <div>{file.evidenceLevel}</div>}
        {file.digest != null && (
          <div className={classes.digest} title={`${file.digest.algorithm}:${file.digest.value}`}>
            {file.digest.algorithm}:{file.digest.value}
          </div>
        )}
      </td>
    </tr>
  );
}
