import type { ReactNode } from 'react';

/** An export or a node of this site. */
interface OwnPlace {
  kind: 'EXPORT' | 'NODE';
  name: string;
}

/** Shows the limits of exports and nodes. */
export type LimitsPanelOf = (places: readonly OwnPlace[]) => ReactNode;
