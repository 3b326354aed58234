import { Link } from '@tanstack/react-router';
import { Facts } from '../../../components/page/Facts';
import { Known } from '../../../components/page/Known';
import { Panel } from '../../../components/page/Panel';
import { countText, rateText } from '../../../lib/units';
import { useLinkExplanation, type Ends, type SiteLink } from '../link-queries';
import { EVERYTHING } from '../state/link-words';
import classes from './NowPanel.module.css';

/** What the link carries now, and what limits it. */
export function NowPanel({ ends, link }: { ends: Ends; link: SiteLink | null }) {
  return (
    <Panel title="Now">
      {ends.source !== EVERYTHING && <Why ends={ends} />}
      {link !== null && (
        <Facts
          facts={[
            ['Rate', rateText(link.bytesPerSecond)],
            [link.isPaired ? 'Streams' : 'Streams and connections', countText(link.streams)],
            ['Jobs', link.jobs === null ? null : countText(link.jobs)],
          ]}
        />
      )}
    </Panel>
  );
}

function Why({ ends }: { ends: Ends }) {
  const explanation = useLinkExplanation(ends);
  return (
    <Known asked={explanation} what="what limits the link">
      {({ reason, measured, host, jobs }) => (
        <div className={classes.why}>
          <p className={classes.reason}>{reason}</p>
          {jobs.length > 0 && (
            <ul className={classes.jobs}>
              {jobs.map((job) => (
                <li key={job.jobId} className={classes.job}>
                  <Link to="/jobs/$jobId" params={{ jobId: job.jobId }} className={classes.id}>
                    {job.jobId}
                  </Link>
                  <span className={classes.rate}>{rateText(job.bytesPerSecond)}</span>
                  <span className={classes.limit}>{job.limit ?? 'nothing is known to limit it'}</span>
                </li>
              ))}
            </ul>
          )}
          {measured !== null && <p className={classes.soft}>{measured}</p>}
          {host !== null && <p className={classes.soft}>{host}</p>}
        </div>
      )}
    </Known>
  );
}
