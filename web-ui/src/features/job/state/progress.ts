import type { Job } from '../../../api/messages';
import type { Share } from '../../../components/ProgressBar';
import { bytesText, countText, filesText, percentText } from '../../../lib/units';
import { bytesThere, filesThere } from './job-state';
import classes from './progress.module.css';

export interface Progress {
  there: number;
  total: number;
  /** null while the source is still being listed: the total is a lower bound then */
  percent: string | null;
  /** of the total, from left to right; what has arrived of files that are not in place yet is paler */
  shares: Share[];
  /** for example `1.14 TiB of 2.73 TiB` */
  text: string;
}

/** How much is there, by bytes; a job of empty files has none, so there files count. Bar, percentage and text say the same. */
export function progressOf(job: Job): Progress {
  const byBytes = job.bytes.total > 0;
  const there = byBytes ? bytesThere(job) : filesThere(job);
  const total = byBytes ? job.bytes.total : job.files.total;
  const atLeast = job.listingComplete ? '' : 'at least ';
  return {
    there,
    total,
    percent: job.listingComplete ? percentText(there, total) : null,
    shares: sharesOf(job, byBytes),
    text: byBytes
      ? `${bytesText(there)} of ${atLeast}${bytesText(total)}`
      : `${countText(there)} of ${atLeast}${filesText(total)}`,
  };
}

function sharesOf(job: Job, byBytes: boolean): Share[] {
  const there = job.state === 'SUCCEEDED' ? classes.there : classes.moving;
  if (!byBytes) {
    return [
      { amount: filesThere(job), className: there },
      { amount: job.files.failed, className: classes.failed },
    ];
  }
  const room = job.bytes.total - bytesThere(job) - job.bytes.failed;
  const arrived = Math.max(0, Math.min(room, job.bytes.moved - job.bytes.durable));
  return [
    { amount: bytesThere(job), className: there },
    { amount: arrived, className: classes.arrived },
    { amount: job.bytes.failed, className: classes.failed },
  ];
}
