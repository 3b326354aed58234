import classes from './ProgressBar.module.css';

export interface Share {
  /** a class that colours it */
  className?: string | undefined;
  amount: number;
}

/** Parts of a whole, from left to right. Only for the eye: the numbers stand beside it. */
export function ProgressBar({ shares, total }: { shares: Share[]; total: number }) {
  const percent = (amount: number) => (total <= 0 ? 0 : Math.min(100, (amount / total) * 100));
  return (
    <div className={classes.track} aria-hidden>
      {shares.map((share, index) =>
        share.amount > 0 ? (
          <div
            key={index}
            className={`${classes.share} ${share.className ?? ''}`}
            style={{ width: `${percent(share.amount)}%` }}
          />
        ) : null,
      )}
    </div>
  );
}
