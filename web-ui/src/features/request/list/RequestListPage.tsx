import { None } from '../../../components/table/None';
import { Button, NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Filters } from '../../../components/form/Filters';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { PageHead } from '../../../components/page/PageHead';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { useMay } from '../../../lib/session';
import { urlChoice, useUrlState } from '../../../lib/url-state';
import { useRequests, type Request, type RequestState } from '../request-queries';
import { REQUEST_STATES, sizeText, TONES, wantedText } from '../state/request-words';
import classes from '../state/request.module.css';
import { AskDialog } from './AskDialog';

const ALL = 'ALL';
const FIELDS = { state: urlChoice<RequestState | typeof ALL>([...REQUEST_STATES, ALL], 'OPEN') };
const COLUMNS: readonly Column<Request>[] = [
  {
    id: 'reason',
    header: 'What for',
    track: 'minmax(170px, 2fr)',
    phone: 'title',
    cell: ({ id, reason }) => (
      <Link
        to="/requests/$requestId"
        params={{ requestId: id }}
        title={`${id}: ${reason}`}
        className={`${classes.strong} ${classes.twoLines}`}
      >
        <bdi>{reason}</bdi>
      </Link>
    ),
  },
  {
    id: 'wanted',
    header: 'Wanted',
    track: 'minmax(130px, 1.2fr)',
    cell: (request) => {
      const text = wantedText(request);
      return (
        <bdi title={text} className={classes.twoLines}>
          {text}
        </bdi>
      );
    },
  },
  {
    id: 'size',
    header: 'Size',
    track: 'minmax(120px, 0.9fr)',
    cell: (request) => {
      const text = sizeText(request);
      return text === '' ? <span className={classes.soft}>not known</span> : text;
    },
  },
  {
    id: 'state',
    header: 'State',
    track: '112px',
    cell: ({ state }) => <Badge tone={TONES[state]}>{state}</Badge>,
  },
  {
    id: 'requester',
    header: 'By',
    track: 'minmax(70px, 0.6fr)',
    cell: ({ requester }) => <bdi>{requester}</bdi>,
  },
  { id: 'created', header: 'Asked', track: '92px', cell: ({ createdAt }) => <Moment at={createdAt} short /> },
  {
    id: 'job',
    header: 'Job',
    track: '110px',
    phone: 'hide',
    cell: ({ job, jobState }) =>
      job === null ? (
        <None />
      ) : (
        <Link to="/jobs/$jobId" params={{ jobId: job }} title={jobState ?? undefined}>
          {job}
        </Link>
      ),
  },
];

/** What people ask to be replicated, and what became of it. */
export function RequestListPage() {
  const [view, change] = useUrlState(FIELDS);
  const [isAsking, setAsking] = useState(false);
  const mayAsk = useMay('requester', 'operator');
  const list = useRequests(view.state === ALL ? null : view.state);
  return (
    <>
      <PageHead title="Requests" about="What people ask to be replicated here; an operator decides">
        {mayAsk && (
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            Ask for data …
          </Button>
        )}
      </PageHead>
      <Filters>
        <NativeSelect
          size="xs"
          label="State"
          value={view.state}
          onChange={({ currentTarget: { value } }) => change({ state: value as RequestState | typeof ALL })}
          data={[...REQUEST_STATES, { value: ALL, label: 'All' }]}
        />
      </Filters>
      <DataTable
        label="Requests"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <Empty
            title={view.state === 'OPEN' ? 'Nothing waits for a decision' : 'No request is in this state'}
          />
        }
      />
      {isAsking && <AskDialog onClose={() => setAsking(false)} />}
    </>
  );
}
