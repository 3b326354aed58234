import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Panel } from '../../components/page/Panel';
import { useMay } from '../../lib/session';
import classes from './PlanPanel.module.css';
import { useAsk } from './replicate-queries';
import type { What } from './wish';

/** For those who may not submit: somebody else decides. */
export function AskPanel({ what }: { what: What | null }) {
  const ask = useAsk();
  const mayAsk = useMay('requester');
  const [reason, setReason] = useState('');
  if (!mayAsk)
    return (
      <Panel title="Submit">
        <p className={classes.soft}>Your role may look, but not submit or ask.</p>
      </Panel>
    );
  const hindrance =
    what?.tree !== undefined
      ? 'Trees cannot be asked for: choose datasets.'
      : what?.query?.text != null
        ? 'Words cannot be asked for: search by facets alone, or tick the datasets.'
        : '';
  return (
    <Panel title="Ask for it">
      <form
        className={classes.ask}
        onSubmit={(event) => {
          event.preventDefault();
          if (what === null || hindrance !== '') return;
          const { datasets, query, draft } = what;
          ask.mutate({
            datasets,
            draft,
            query: query?.facets as Record<string, string[]> | undefined,
            reason: reason.trim() === '' ? null : reason.trim(),
          });
        }}
      >
        <Textarea
          label="What it is for"
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {hindrance !== '' && <p className={classes.soft}>{hindrance}</p>}
        <Button
          type="submit"
          disabled={what === null || hindrance !== '' || ask.isSuccess}
          loading={ask.isPending}
        >
          Ask for it
        </Button>
        {ask.isError && <ErrorPanel error={ask.error} />}
        {ask.isSuccess && (
          <output className={classes.good}>Asked. Somebody who may submit sees it under Requests.</output>
        )}
      </form>
    </Panel>
  );
}
