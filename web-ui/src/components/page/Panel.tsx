import { useId, type ReactNode } from 'react';
import classes from './Panel.module.css';

interface PanelProps {
  title: string;
  /** beside the title, on the right */
  aside?: ReactNode;
  /** without padding, for tables and lists that reach the edges */
  flush?: boolean;
  children: ReactNode;
}

/** A titled part of a page. */
export function Panel({ title, aside, flush = false, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {aside !== undefined && <div className={classes.aside}>{aside}</div>}
      </div>
      <div className={flush ? undefined : classes.body}>{children}</div>
    </section>
  );
}
