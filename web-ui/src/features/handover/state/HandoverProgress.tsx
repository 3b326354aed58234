import { ProgressBar } from '../../../components/ProgressBar';
import { bytesText, countText, filesText } from '../../../lib/units';
import type { Handover } from '../handover-queries';
import classes from './HandoverProgress.module.css';

/** How many of its files are there and were compared. */
export function HandoverProgress({ files, there, named, bytes, bytesThere }: Handover) {
  return (
    <span className={classes.progress} title={`${bytesText(bytesThere)} of ${bytesText(bytes)}`}>
      <span className={classes.bar}>
        <ProgressBar total={files} shares={[{ amount: there, className: classes.there }]} />
      </span>
      <span className={classes.soft}>
        {countText(there)} of {filesText(files)}
      </span>
      {named > 0 && <span className={classes.bad}>{countText(named)} missing or wrong</span>}
    </span>
  );
}
