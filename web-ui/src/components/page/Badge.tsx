import type { ReactNode } from 'react';
import classes from './Badge.module.css';

/** How something is coloured: the words say the same. */
export type Tone = 'idle' | 'moving' | 'held' | 'warn' | 'good' | 'bad';

/** A state in one or two words. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`${classes.badge} ${classes[tone]}`}>{children}</span>;
}
