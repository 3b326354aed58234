import type { JobFile } from '../../src/api/messages';
import { aFile } from '../../src/testing/messages';

/** A name that would run a script if it were markup. */
export const HOSTILE = '<img src=x onerror="window.hacked=1">';

/** Files of a job in every state that a page shows in another way. */
export function someFiles(): JobFile[] {
  const path = (name: string) => `bdm://dkrz/replica/${name}`;
  return [
    aFile({ id: 'f1' }),
    aFile({
      id: 'f2',
      destination: path('pr_Amon_IPSL-CM6A-LR_historical_r1i1p1f1_gr_185001-201412.nc'),
      evidenceLevel: 'published',
    }),
    aFile({
      id: 'f3',
      destination: path(`${HOSTILE}%0A%FF%FE.nc`),
      state: 'ACTIVE',
      evidenceLevel: null,
      digest: null,
    }),
    aFile({
      id: 'f4',
      destination: path('tas_day.nc'),
      state: 'WAITING',
      errorCode: 'SOURCE_CHANGED',
      errorText: 'it changed while it was read',
      evidenceLevel: null,
      digest: null,
      attempts: 2,
      waitingUntil: '2026-11-20T10:40:00Z',
    }),
    aFile({
      id: 'f5',
      destination: path('ua_6hr.nc'),
      state: 'FAILED',
      errorCode: 'CHECKSUM_MISMATCH',
      errorText: 'published 9f86d081, computed 2c26b46b',
      evidenceLevel: null,
      digest: null,
    }),
    aFile({
      id: 'f6',
      kind: 'SYMBOLIC_LINK',
      destination: path('latest'),
      size: 9,
      digest: null,
      evidenceLevel: 'stream',
    }),
    aFile({ id: 'f7', destination: path('zos.nc'), state: 'PENDING', digest: null, evidenceLevel: null }),
  ];
}
