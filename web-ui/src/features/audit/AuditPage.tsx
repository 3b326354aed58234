import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/messages';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Filters } from '../../components/form/Filters';
import { TypedFilter } from '../../components/form/TypedFilter';
import { Moment } from '../../components/Moment';
import { Badge } from '../../components/page/Badge';
import { Empty } from '../../components/page/Empty';
import { PageHead } from '../../components/page/PageHead';
import { DataTable, type Column } from '../../components/table/DataTable';
import { useChange } from '../../lib/answer';
import { apiGet } from '../../lib/api-client';
import { usePagedList } from '../../lib/paged-list';
import { countText } from '../../lib/units';
import { dayBegin } from '../../lib/time';
import { urlText, useUrlState } from '../../lib/url-state';
import classes from './AuditPage.module.css';
import { resultTone } from './audit-words';

type AuditLine = Schemas['AuditLineView'];
type AuditCheck = Schemas['AuditCheckView'];

const FIELDS = { who: urlText(), action: urlText(), object: urlText(), since: urlText(), until: urlText() };

const COLUMNS: readonly Column<AuditLine>[] = [
  { id: 'at', header: 'Time', track: '140px', cell: ({ at }) => <Moment at={at} full /> },
  {
    id: 'who',
    header: 'Who',
    track: 'minmax(80px, 0.7fr)',
    cell: ({ who, address }) => <bdi title={address === '' ? who : `${who}, from ${address}`}>{who}</bdi>,
  },
  {
    id: 'action',
    header: 'Action',
    track: 'minmax(110px, 1fr)',
    phone: 'title',
    cell: ({ action, text }) => <span title={action}>{text}</span>,
  },
  {
    id: 'object',
    header: 'Object',
    track: 'minmax(110px, 1.3fr)',
    cell: ({ object }) => <bdi title={object}>{object}</bdi>,
  },
  {
    id: 'result',
    header: 'Result',
    track: '130px',
    cell: ({ result }) => <Badge tone={resultTone(result)}>{result}</Badge>,
  },
  {
    id: 'detail',
    header: 'Detail',
    track: 'minmax(120px, 1.6fr)',
    cell: ({ detail }) => <bdi title={detail}>{detail}</bdi>,
  },
  {
    id: 'line',
    header: 'Line',
    track: '64px',
    end: true,
    phone: 'hide',
    cell: ({ line }) => countText(line),
  },
];

/** Who did what; each line is chained to the one before, and the chain is signed. */
export function AuditPage() {
  const [view, change] = useUrlState(FIELDS);
  const query = {
    who: view.who,
    action: view.action,
    object: view.object,
    since: dayBegin(view.since),
    until: dayBegin(view.until, 1),
  };
  const list = usePagedList<AuditLine>('/audit', query);
  return (
    <>
      <PageHead title="Audit" about="Who did what, the newest first. Each line is chained to the one before.">
        <CheckButton />
      </PageHead>
      <Filters>
        <TypedFilter
          label="Who"
          placeholder="Everybody"
          value={view.who}
          onValue={(who) => change({ who })}
        />
        <TypedFilter
          label="Action"
          placeholder="All"
          value={view.action}
          onValue={(action) => change({ action })}
        />
        <TypedFilter
          label="Object"
          placeholder="All"
          value={view.object}
          onValue={(object) => change({ object })}
        />
        <TextInput
          size="xs"
          type="date"
          label="From"
          value={view.since}
          onChange={(event) => change({ since: event.currentTarget.value })}
        />
        <TextInput
          size="xs"
          type="date"
          label="To"
          value={view.until}
          onChange={(event) => change({ until: event.currentTarget.value })}
        />
      </Filters>
      <DataTable
        label="Lines of the audit log"
        columns={COLUMNS}
        list={list}
        rowKey={({ line }) => String(line)}
        empty={<Empty title="No line matches" />}
      />
    </>
  );
}

/** Walks over the whole chain, some lines with each question. */
async function checkAll(onLine: (line: number) => void): Promise<AuditCheck> {
  for (let cursor: string | null = null; ;) {
    const part: AuditCheck = await apiGet<AuditCheck>('/audit/check', { cursor });
    onLine(part.checkedLine);
    if (part.nextCursor === null || !part.intact) return part;
    cursor = part.nextCursor;
  }
}

function CheckButton() {
  const [checked, setChecked] = useState(0);
  const check = useChange(() => checkAll(setChecked));
  return (
    <div className={classes.check}>
      {check.isPending && <span className={classes.soft}>{countText(checked)} lines checked</span>}
      {check.data !== undefined && <Checked check={check.data} />}
      {check.isError && <ErrorPanel error={check.error} />}
      <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate(undefined)}>
        Check the chain
      </Button>
    </div>
  );
}

function Checked({ check: { intact, lines, brokenLine, seals, sealedAt, troubles } }: { check: AuditCheck }) {
  if (!intact)
    return (
      <output className={classes.bad}>
        Broken{brokenLine !== null && ` at line ${countText(brokenLine)}`}. {troubles.join(' ')}
      </output>
    );
  return (
    <output className={classes.good}>
      Intact: {countText(lines)} lines, {countText(seals)} signatures
      {sealedAt !== null && (
        <>
          , the last one <Moment at={sealedAt} />
        </>
      )}
    </output>
  );
}
