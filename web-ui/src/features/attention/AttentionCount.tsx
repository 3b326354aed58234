import { Link } from '@tanstack/react-router';
import { countText } from '../../lib/units';
import classes from './AttentionCount.module.css';
import { useAttention } from './attention-queries';
import { causesOf } from './causes';

/** How many causes need a person, on every page; a click shows them. */
export function AttentionCount() {
  const attention = useAttention();
  const causes = causesOf(attention.data?.items ?? []).length;
  if (attention.data === undefined || causes === 0) return null;
  return (
    <Link to="/" hash="attention" className={classes.count}>
      {countText(causes)} <span className={classes.words}>{causes === 1 ? 'needs you' : 'need you'}</span>
    </Link>
  );
}
