import { aFile, aPage } from '../../src/testing/messages';
import type { Route } from '../mock-server';

const NOW = Date.now();
const STEP_SECONDS = 10;
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

/** A job in the middle of its work: a rate that fell for a while, decisions on streams, and a file that failed twice. */
export const jobRoute: Route = ({ url, method }) => {
  if (method !== 'GET') return undefined;
  const [, id, part] = /^\/jobs\/([^/]+)\/(.+)$/.exec(url.pathname) ?? [];
  if (id === undefined) return undefined;
  if (part === 'rates') return { status: 200, body: rates() };
  if (part === 'decisions') return { status: 200, body: aPage(...decisions()) };
  if (part?.startsWith('files/')) return { status: 200, body: failedFile(part.slice('files/'.length)) };
  return undefined;
};

function rates() {
  const points = Array.from({ length: 200 }, (_, index) => ({
    at: at((index - 200) * STEP_SECONDS),
    bytesPerSecond: index > 90 && index < 110 ? 0 : 1.1e9 + 2e8 * Math.sin(index / 9),
    filesPerSecond: 0.5,
  })).filter(({ bytesPerSecond }) => bytesPerSecond > 0);
  const mark = (seconds: number, code: string, text: string) => ({ at: at(seconds), code, text });
  return {
    stepSeconds: STEP_SECONDS,
    points,
    marks: [
      mark(-1990, 'ACTIVE', 'The job was PLANNING and is ACTIVE'),
      mark(-1500, 'STREAMS', '4 streams instead of 2 are tried: the network is busy 92 % of the time'),
      mark(-1090, 'PAUSED', 'The job was ACTIVE and is PAUSED: paused by admin'),
      mark(-900, 'ACTIVE', 'The job was PAUSED and is ACTIVE'),
    ],
  };
}

function decisions() {
  const change = (number: number, seconds: number, before: number, after: number, text: string) => ({
    number,
    at: at(seconds),
    source: 'ipsl',
    stage: 'streams',
    before,
    after,
    bytesPerSecond: 9e8,
    text,
  });
  return [
    change(1, -1500, 2, 4, '4 streams instead of 2 are tried: the network is busy 92 % of the time'),
    change(2, -1200, 4, 5, '5 streams instead of 4 are tried: they carried 31 % more'),
    change(3, -600, 5, 4, '4 streams again: the fifth brought nothing'),
  ];
}

function failedFile(id: string) {
  const attempt = (number: number, seconds: number) => ({
    number,
    outcome: 'FAILED' as const,
    source: 'ipsl',
    bytes: 158_334_976,
    started: at(seconds),
    ended: at(seconds + 12),
    code: 'CHECKSUM_MISMATCH',
    text: 'published 9f86d081, computed 2c26b46b',
  });
  return aFile({
    id,
    destination: 'bdm://dkrz/replica/ua_6hr.nc',
    state: 'FAILED',
    errorCode: 'CHECKSUM_MISMATCH',
    errorText: 'published 9f86d081, computed 2c26b46b',
    evidenceLevel: null,
    digest: null,
    attempts: 2,
    tries: [attempt(1, -900), attempt(2, -400)],
  });
}
