import { useQuery } from '@tanstack/react-query';
import type { Job } from '../../api/messages';
import { sessionQuery, useMay } from '../../lib/session';

/** Which jobs whoever is logged in may change: an operator all, a submitter the own ones. */
export function useMaySteerJob(): (job: Job) => boolean {
  const maySteerAll = useMay('operator');
  const maySubmit = useMay('submitter');
  const session = useQuery(sessionQuery).data;
  return (job) => {
    if (maySteerAll) return true;
    if (!maySubmit || session == null) return false;
    // the second is how another site names the owner of a job that was passed on to it
    return job.owner === session.owner || job.owner === `site:${session.site}/${session.owner}`;
  };
}
