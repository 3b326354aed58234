import { Button } from '@mantine/core';
import { useRef, useState, type DragEvent } from 'react';
import { ErrorPanel } from '../../components/ErrorPanel';
import { bytesText, countText, filesText } from '../../lib/units';
import classes from './ListFile.module.css';
import { useImportList, type Draft } from './replicate-queries';

interface ListFileProps {
  draft: Draft | null;
  onDraft: (draft: Draft | null) => void;
}

/** A list that somebody has: dropped here, or chosen. The server finds out what it is. */
export function ListFile({ draft, onDraft }: ListFileProps) {
  const load = useImportList();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined) => {
    if (file !== undefined) load.mutate(file, { onSuccess: onDraft });
  };
  const over = (event: DragEvent, is: boolean) => {
    event.preventDefault();
    setOver(is);
  };
  return (
    <div className={classes.list}>
      {/* what is dropped can also be chosen with the button */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={`${classes.drop} ${isOver ? classes.over : ''}`}
        onDragOver={(event) => over(event, true)}
        onDragLeave={(event) => over(event, false)}
        onDrop={(event) => {
          over(event, false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <Button variant="default" loading={load.isPending} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <span>
          or drop it here: a wget script, a Synda selection, a mapfile, Metalink, a Globus batch, dataset ids,
          paths, JSON
        </span>
        <input
          ref={input}
          type="file"
          className={classes.input}
          aria-label="File with a list"
          tabIndex={-1}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
      </div>
      {load.isError && <ErrorPanel error={load.error} />}
      {draft !== null && <Understood draft={draft} />}
    </div>
  );
}

function Understood({ draft }: { draft: Draft }) {
  return (
    <output className={classes.understood}>
      <strong>{draft.label ?? 'The list'}</strong> is a list of the format {draft.format}:{' '}
      {countText(draft.entries)} {draft.entries === 1 ? 'entry' : 'entries'}, {countText(draft.datasets)}{' '}
      {draft.datasets === 1 ? 'dataset' : 'datasets'}, {filesText(draft.files)}
      {draft.bytes > 0 && ` with ${bytesText(draft.bytes)}`}.
      {draft.refusedLines > 0 && (
        <ul className={classes.refused}>
          {draft.refused.slice(0, 5).map(({ line, reason }) => (
            <li key={line}>
              Line {countText(line)}: {reason}
            </li>
          ))}
          {draft.refusedLines > 5 && <li>and {countText(draft.refusedLines - 5)} more lines</li>}
        </ul>
      )}
    </output>
  );
}
