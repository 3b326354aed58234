import type { Tone } from '../../../components/page/Badge';
import type { Schemas } from '../../../api/messages';

type Campaign = Schemas['CampaignView'];
type Amounts = Pick<
  Schemas['CampaignPartView'],
  'bytesDone' | 'bytesTotal' | 'filesDone' | 'filesTotal' | 'filesFailed'
>;

const TONES: Partial<Record<string, Tone>> = {
  ACTIVE: 'moving',
  RUNNING: 'moving',
  PLANNING: 'moving',
  CANCELLING: 'held',
  PAUSED: 'held',
  SUCCEEDED: 'good',
  PARTIAL: 'bad',
  FAILED: 'bad',
};

/** Of a campaign, a destination or its job. */
export function toneOfState(state: string): Tone {
  return TONES[state] ?? 'idle';
}

export function isOver(campaign: Campaign): boolean {
  return campaign.endedAt !== null;
}

/** Over all destinations. */
export function progressOf(parts: readonly Amounts[]) {
  const sum = (of: (part: Amounts) => number) => parts.reduce((total, part) => total + of(part), 0);
  return {
    bytesDone: sum((part) => part.bytesDone),
    bytesTotal: sum((part) => part.bytesTotal),
    filesDone: sum((part) => part.filesDone),
    filesTotal: sum((part) => part.filesTotal),
    filesFailed: sum((part) => part.filesFailed),
  };
}
