import { lazyRouteComponent } from '@tanstack/react-router';
import { loadPart } from '../lib/load-part';

/** A page that is loaded when it is shown first; it waits for a server that does not answer. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadPart(load), name);
