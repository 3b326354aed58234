import type { Schemas } from '../../src/api/messages';
import { aPage } from '../../src/testing/messages';
import type { Route } from '../mock-server';
import { HOSTILE } from './files';

const ended: Schemas['HandoverView'] = {
  id: 'handover-3',
  owner: 'ann',
  carrier: 'by-hand',
  source: '8896f38e-68d1-4708-bce4-b1b3a3405809',
  export: 'in',
  selection: 'CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr',
  state: 'ENDED',
  awaits: 'PERSON',
  reason: '2 of 12 files are missing or wrong',
  task: null,
  files: 12,
  there: 10,
  unvouched: 1,
  named: 2,
  bytes: 524_288_000,
  bytesThere: 436_906_666,
  createdAt: '2026-11-20T10:00:00Z',
  endedAt: '2026-11-20T11:00:00Z',
};
const handovers: Schemas['HandoverView'][] = [
  {
    ...ended,
    id: 'handover-4',
    carrier: 'globus',
    selection: 'experiment_id=ssp585 source_id=MPI-ESM1-2-HR variable_id=pr',
    state: 'WAITING',
    awaits: 'CARRIER',
    reason: 'the carrier works on it',
    task: '2f6b0a1e-cb7f-11f0-8f25-0e8c3c0d2d3f',
    there: 0,
    named: 0,
    bytesThere: 0,
    endedAt: null,
  },
  ended,
];
const file: Schemas['HandoverFileView'] = {
  export: 'in',
  path: 'CMIP6/CMIP/IPSL/IPSL-CM6A-LR/historical/r1i1p1f1/Amon/tas/gr/v20180803/tas_185001-189912.nc',
  source: '/css03_data/CMIP6/CMIP/IPSL/tas_185001-189912.nc',
  dataset: null,
  size: 43_690_133,
  state: 'RIGHT',
  reason: '',
};
const files: Schemas['HandoverFileView'][] = [
  file,
  { ...file, path: 'CMIP6/empty.nc', state: 'EMPTY', reason: 'has 0 of 43690133 bytes' },
  { ...file, path: HOSTILE, state: 'REFUSED', reason: 'FILE_NOT_FOUND: No such file or directory' },
  { ...file, path: 'CMIP6/unvouched.nc', state: 'UNVOUCHED', size: null },
];

export const handoverScene: Route = ({ url }) => {
  if (url.pathname === '/handovers') return { status: 200, body: aPage(...handovers) };
  if (url.pathname === '/handovers/handover-3') return { status: 200, body: ended };
  if (url.pathname === '/handovers/handover-3/files') return { status: 200, body: aPage(...files) };
  return undefined;
};
