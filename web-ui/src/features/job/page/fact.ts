import type { ReactNode } from 'react';

/** One line of facts. */
export type Fact = readonly [name: string, value: ReactNode];

/** A value that is null, false or empty is left out. */
export function fact(name: string, value: ReactNode): Fact {
  return [name, value];
}
