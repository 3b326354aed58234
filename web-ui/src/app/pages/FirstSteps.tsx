import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Job, Page, Schemas } from '../../api/messages';
import { Panel } from '../../components/page/Panel';
import { useAnswer } from '../../lib/answer';
import { useMay } from '../../lib/session';
import classes from './FirstSteps.module.css';

/** What to do at a site that has not moved anything yet; nothing once there is a job. */
export function FirstSteps() {
  const [isOver, setOver] = useState(false);
  const enabled = !isOver;
  const jobs = useAnswer<Page<Job>>('/jobs', { limit: 1 }, { enabled }).data;
  const sites = useAnswer<Page<Schemas['SiteView']>>('/sites', {}, { enabled }).data;
  const isAdmin = useMay('admin');
  const maySubmit = useMay('submitter', 'operator');
  // there is nothing left to show, so nothing to ask for any more
  if (!isOver && jobs !== undefined && jobs.items.length > 0) setOver(true);
  if (jobs === undefined || sites === undefined || jobs.items.length > 0) return null;
  const paired = sites.items.filter(({ local }) => !local).map(({ name }) => name);
  return (
    <Panel title="First steps">
      <ol className={classes.steps}>
        <li className={paired.length > 0 ? classes.done : undefined}>
          <Link to="/sites">Pair</Link> with another site
          {paired.length > 0
            ? `: done, with ${paired.slice(0, 3).join(', ')}${paired.length > 3 ? ' and others' : ''}.`
            : isAdmin
              ? ': make an invitation, or enter the code of one. Data nodes of ESGF need no pairing.'
              : ': an administrator does this. Data nodes of ESGF need no pairing.'}
        </li>
        <li>
          <Link to="/replicate">Look</Link> at what is there: walk through the trees of both sites, or{' '}
          <Link to="/replicate" search={{ from: 'search' } as never}>
            search datasets
          </Link>
          .
        </li>
        <li>
          {maySubmit ? (
            <>
              <Link to="/replicate">Replicate</Link>: choose a destination, look at the plan, and submit.
            </>
          ) : (
            <>
              <Link to="/replicate">Ask</Link> for what you need; an operator decides.
            </>
          )}
        </li>
      </ol>
    </Panel>
  );
}
