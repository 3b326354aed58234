import type { Schemas } from '../../api/messages';
import { useAnswer, useChange } from '../../lib/answer';
import { apiPost } from '../../lib/api-client';
import { usePagedList } from '../../lib/paged-list';
import { queryKeys } from '../../lib/query-keys';

export type Handover = Schemas['HandoverView'];
export type HandoverState = Schemas['HandoverState'];
export type HandedFile = Schemas['HandoverFileView'];
export type HandedFileState = Schemas['HandedFileState'];

const HANDOVERS = '/handovers';

function handoverPath(handoverId: string, part = ''): string {
  return `${HANDOVERS}/${encodeURIComponent(handoverId)}${part}`;
}

/** The newest first. */
export function useHandovers() {
  return usePagedList<Handover>(HANDOVERS, {}, { everyMillis: 10_000 });
}

export function useHandover(handoverId: string) {
  return useAnswer<Handover>(handoverPath(handoverId), {}, { everyMillis: 5_000 });
}

/** In the order of the list that the carrier gets. */
export function useHandedFiles(handoverId: string, state: HandedFileState | null) {
  return usePagedList<HandedFile>(
    handoverPath(handoverId, '/files'),
    { state },
    { everyMillis: 10_000, keepsPrevious: false },
  );
}

function useStep<Wish = void>(handoverId: string, verb: 'compare' | 'again' | 'cancel') {
  return useChange(
    (wish: Wish) => apiPost<Handover>(handoverPath(handoverId, `/${verb}`), wish ?? undefined),
    queryKeys.of(handoverPath(handoverId)),
    queryKeys.of(handoverPath(handoverId, '/files')),
    queryKeys.of(HANDOVERS),
    queryKeys.attention,
  );
}

export function useCompare(handoverId: string) {
  return useStep(handoverId, 'compare');
}

export function useHandOverAgain(handoverId: string) {
  return useStep<Schemas['RepeatHandover']>(handoverId, 'again');
}

export function useCancelHandover(handoverId: string) {
  return useStep(handoverId, 'cancel');
}
