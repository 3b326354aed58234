import type { FileState } from '../../../api/messages';

export type JobTab = 'files' | 'events' | 'explanation' | 'report';

/** What of a job is looked at; it is in the address, so that it can be passed on. */
export interface JobView {
  tab: JobTab;
  fileState: FileState | null;
  pathPrefix: string;
}
