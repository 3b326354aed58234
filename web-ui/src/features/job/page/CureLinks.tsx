import type { Attention, Job } from '../../../api/messages';
import { AddressButton } from '../../../components/page/AddressButton';
import { useAnswer } from '../../../lib/answer';
import { waitsForPerson } from '../state/job-state';
import classes from './CureLinks.module.css';

/** What removes the cause of a pause, in the order of the server; the button that resumes stands above. */
export function CureLinks({ job }: { job: Job }) {
  const isAsked = waitsForPerson(job) && job.stateReason?.code !== 'BY_USER';
  const item = useAnswer<Attention>(
    `/attention/${encodeURIComponent(`paused-${job.id}`)}`,
    {},
    { enabled: isAsked },
  ).data;
  const cures = isAsked ? (item?.actions ?? []).filter(({ page }) => page !== null) : [];
  if (cures.length === 0) return null;
  return (
    <div className={classes.cures}>
      {cures.map(({ label, page, command }, at) => (
        <AddressButton key={label} address={page!} isFirst={at === 0} title={command}>
          {label}
        </AddressButton>
      ))}
    </div>
  );
}
