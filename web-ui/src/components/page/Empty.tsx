import type { ReactNode } from 'react';
import classes from './Empty.module.css';

/** Stands where a list is empty: says so, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <p className={classes.title}>{title}</p>
      {children}
    </div>
  );
}
