import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Empty } from '../../../components/page/Empty';
import { listOf } from '../../../lib/paged-list';
import { rowsOf, useAskCompleteness } from '../dataset-queries';
import { CompletenessTable } from '../state/CompletenessTable';
import classes from '../state/dataset.module.css';

const NAMES_MAX = 5_000;

/** Names that somebody has, from a mail for example, and which site has how much of them. */
export function AskByName({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const ask = useAskCompleteness();
  const names = typed.split(/[\s,]+/).filter((name) => name !== '');
  return (
    <Modal
      opened
      onClose={onClose}
      title="Look up names"
      size={980}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <form
        className={classes.page}
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate(names);
        }}
      >
        <Textarea
          label="Dataset names with versions"
          description="One in a line, at most 5,000; nothing is changed"
          rows={5}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          error={names.length > NAMES_MAX ? `${names.length} names are more than ${NAMES_MAX}` : undefined}
          data-autofocus
        />
        <div>
          <Button
            type="submit"
            loading={ask.isPending}
            disabled={names.length === 0 || names.length > NAMES_MAX}
          >
            Look up
          </Button>
        </div>
        {ask.error !== null && <ErrorPanel error={ask.error} />}
        {ask.data !== undefined && (
          <CompletenessTable
            list={listOf(rowsOf(ask.data))}
            sites={ask.data.sites}
            empty={<Empty title="No name was given" />}
          />
        )}
      </form>
    </Modal>
  );
}
