import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import type { FileState, Job, Report } from '../../../api/messages';
import { Empty } from '../../../components/page/Empty';
import { DataTable } from '../../../components/table/DataTable';
import { isFinal } from '../state/job-state';
import { FILE_STATES } from '../state/file-states';
import { fileColumns } from './file-columns';
import { FailureList } from './FailureList';
import { FileDrawer } from './FileDrawer';
import classes from './FilesTab.module.css';
import type { ChangeView, JobView } from './job-view';
import { useJobFiles } from './page-queries';

const TYPING_MILLIS = 300;

interface FilesTabProps {
  job: Job;
  report: Report | undefined;
  view: JobView;
  onView: ChangeView;
}

/** The files of the job, filtered by the server; above them why some failed. */
export function FilesTab({ job, report, view, onView }: FilesTabProps) {
  const files = useJobFiles(job, { state: view.state, pathPrefix: view.q, code: view.code });
  const isFiltered = view.state !== null || view.q !== '' || view.code !== '';
  return (
    <>
      <FailureList failures={report?.failures ?? []} chosen={view.code} onView={onView} />
      <div className={classes.filters}>
        <NativeSelect
          size="xs"
          label="State"
          value={view.state ?? ''}
          onChange={(event) => {
            const state = event.currentTarget.value;
            onView({ state: state === '' ? null : (state as FileState), code: '' });
          }}
          data={[
            { value: '', label: 'All states' },
            ...FILE_STATES.map(({ state }) => ({ value: state, label: state })),
          ]}
        />
        <PathFilter value={view.q} onValue={(q) => onView({ q })} />
        {isFiltered && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => onView({ state: null, q: '', code: '' })}
          >
            {view.code === '' ? 'Clear' : `Clear, also ${view.code}`}
          </Button>
        )}
      </div>
      <DataTable
        label="Files"
        columns={fileColumns(job, (file) => onView({ file }))}
        list={files}
        rowKey={(file) => file.id}
        empty={
          <Empty
            title={
              isFiltered ? 'No file matches' : isFinal(job) ? 'No file was listed' : 'No file is listed yet'
            }
          >
            {!isFiltered && !isFinal(job) && <p>Files show up here as the source is listed.</p>}
          </Empty>
        }
      />
      <FileDrawer job={job} fileId={view.file} onClose={() => onView({ file: '' })} />
    </>
  );
}

function PathFilter({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const [typed, setTyped] = useState({ text: value, seen: value, told: value });
  // a link or the browser's back may change it; what comes back of the own typing must not undo what was typed since
  if (value !== typed.seen)
    setTyped({ ...typed, seen: value, text: value === typed.told ? typed.text : value });
  const tell = useDebouncedCallback((text: string) => {
    setTyped((now) => ({ ...now, told: text }));
    onValue(text);
  }, TYPING_MILLIS);
  return (
    <TextInput
      size="xs"
      label="Path begins with"
      placeholder="CMIP6/CMIP/"
      className={classes.path}
      value={typed.text}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped((now) => ({ ...now, text }));
        tell(text);
      }}
    />
  );
}
