import type { ReactNode } from 'react';
import classes from './Filters.module.css';

/** Filters of a list, side by side. */
export function Filters({ children }: { children: ReactNode }) {
  return <div className={classes.filters}>{children}</div>;
}
