import { ProgressBar } from '../../../components/ProgressBar';
import { bytesText, countText, filesText, percentText } from '../../../lib/units';
import classes from './PartProgress.module.css';

interface Amounts {
  bytesDone: number;
  bytesTotal: number;
  filesDone: number;
  filesTotal: number;
  filesFailed: number;
}

/** How much of it is there: by bytes, and by files where there are no bytes. */
export function PartProgress({ bytesDone, bytesTotal, filesDone, filesTotal, filesFailed }: Amounts) {
  const [done, total] = bytesTotal > 0 ? [bytesDone, bytesTotal] : [filesDone, filesTotal];
  if (total === 0) return <span className={classes.soft}>not listed yet</span>;
  return (
    <span
      className={classes.progress}
      title={`${bytesText(bytesDone)} of ${bytesText(bytesTotal)}, ${countText(filesDone)} of ${filesText(filesTotal)}`}
    >
      <span className={classes.bar}>
        <ProgressBar
          total={total}
          shares={[{ amount: done, className: done === total ? classes.there : classes.moving }]}
        />
      </span>
      <span className={classes.percent}>{percentText(done, total)}</span>
      {filesFailed > 0 ? (
        <span className={classes.bad}>{countText(filesFailed)} failed</span>
      ) : (
        <span className={classes.soft}>
          of {bytesTotal > 0 ? bytesText(bytesTotal) : filesText(filesTotal)}
        </span>
      )}
    </span>
  );
}
