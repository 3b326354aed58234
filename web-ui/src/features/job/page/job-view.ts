import type { FileState } from '../../../api/messages';
import { urlChoice, urlOptional, urlText } from '../../../lib/url-state';
import { FILE_STATES } from '../state/file-states';

export type JobTab = 'files' | 'events' | 'decisions' | 'options' | 'report';

/** What of a job is looked at; it is in the address, so that it can be passed on. */
export const JOB_VIEW = {
  tab: urlChoice<JobTab>(['files', 'events', 'decisions', 'options', 'report'], 'files'),
  state: urlOptional<FileState>(FILE_STATES.map(({ state }) => state)),
  /** an error code */
  code: urlText(),
  /** how the path below the source begins */
  q: urlText(),
  /** id of the file that is open */
  file: urlText(),
};

export interface JobView {
  tab: JobTab;
  state: FileState | null;
  code: string;
  q: string;
  file: string;
}

export type ChangeView = (change: Partial<JobView>) => void;
