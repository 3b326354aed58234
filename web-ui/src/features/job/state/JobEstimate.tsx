import type { Job } from '../../../api/messages';
import { None } from '../../../components/table/None';
import { useNowMillis } from '../../../lib/now';
import { localText, utcText } from '../../../lib/time';
import { durationText } from '../../../lib/units';
import classes from './JobEstimate.module.css';

/** When the job ends with an even chance, and between which times with a chance of 80 in a hundred. */
export function JobEstimate({ job, oneLine = false }: { job: Job; oneLine?: boolean }) {
  const nowMillis = useNowMillis();
  const p50 = job.estimate?.p50 ?? null;
  if (p50 === null) return <None />;
  const now = new Date(nowMillis);
  const { p10 = null, p90 = null } = job.estimate ?? {};
  const left = Date.parse(p50) - nowMillis;
  const text = left > 0 ? `in ${durationText(left)}` : 'any moment';
  if (oneLine) {
    return (
      <span className={classes.estimate} title={titleOf(p10, p50, p90)}>
        {text}
      </span>
    );
  }
  return (
    <div className={classes.estimate} title={titleOf(p10, p50, p90)}>
      <div>{text}</div>
      <div className={classes.range}>
        {p10 !== null && p90 !== null
          ? `${localText(new Date(p10), now)} – ${localText(new Date(p90), now)}`
          : localText(new Date(p50), now)}
      </div>
    </div>
  );
}

function titleOf(p10: string | null, p50: string, p90: string | null): string {
  const even = `Even chance (P50): ${utcText(new Date(p50))}`;
  if (p10 === null || p90 === null) return even;
  return `${even}. With 80 % chance (P10 to P90) between ${utcText(new Date(p10))} and ${utcText(new Date(p90))}`;
}
