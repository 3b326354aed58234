import { Link, useParams } from '@tanstack/react-router';
import { DatasetName } from '../../../components/DatasetName';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { Facts } from '../../../components/page/Facts';
import { Known } from '../../../components/page/Known';
import { PageHead } from '../../../components/page/PageHead';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { listOf } from '../../../lib/paged-list';
import { useRequest, type Request } from '../request-queries';
import { sizeText, TONES, wantedText } from '../state/request-words';
import classes from '../state/request.module.css';
import { DecisionPanel } from './DecisionPanel';

const COLUMNS: readonly Column<string>[] = [
  {
    id: 'dataset',
    header: 'Dataset',
    track: 'minmax(170px, 1fr)',
    phone: 'title',
    cell: (id) => <DatasetName>{id}</DatasetName>,
  },
];

/** One request: what is asked for and why, and the decision. */
export function RequestPage() {
  const { requestId } = useParams({ strict: false }) as { requestId: string };
  const asked = useRequest(requestId);
  return (
    <>
      <PageHead title={`Request ${requestId}`} above={<Link to="/requests">← Requests</Link>} />
      <div className={classes.page}>
        <Known asked={asked} what="the request">
          {(request) => (
            <>
              <Summary request={request} />
              <DecisionPanel request={request} />
              {request.datasetIds.length > 0 && (
                <Panel title="Datasets" flush>
                  <DataTable
                    label="Datasets of the request"
                    columns={COLUMNS}
                    list={listOf(request.datasetIds)}
                    rowKey={(id) => id}
                    framed={false}
                    empty={<Empty title="No dataset" />}
                  />
                </Panel>
              )}
            </>
          )}
        </Known>
      </div>
    </>
  );
}

function Summary({ request }: { request: Request }) {
  const { state, requester, createdAt, decidedAt, decidedBy, remark, job, jobState, reason } = request;
  return (
    <Panel title="Request" aside={<Badge tone={TONES[state]}>{state}</Badge>}>
      <p className={classes.reason}>
        <bdi>{reason}</bdi>
      </p>
      <Facts
        facts={[
          ['Wanted', wantedText(request)],
          ['Size', sizeText(request) || 'not known'],
          ['Asked by', requester],
          ['Asked', <Moment key="asked" at={createdAt} full />],
          ['Decided by', decidedBy],
          ['Decided', decidedAt !== null && <Moment key="decided" at={decidedAt} full />],
          ['Remark', remark],
          [
            'Job',
            job !== null && (
              <span key="job">
                <Link to="/jobs/$jobId" params={{ jobId: job }}>
                  {job}
                </Link>{' '}
                {jobState}
              </span>
            ),
          ],
        ]}
      />
    </Panel>
  );
}
