import { expect, test } from 'vitest';
import type { Rates } from '../link-queries';
import { curveOfLink, curvesOfLinks } from './rate-series';

const BEGIN = Date.parse('2026-11-20T10:00:00Z');
const point = (step: number, bytesPerSecond: number) => ({
  at: new Date(BEGIN + step * 10_000).toISOString(),
  bytesPerSecond,
  filesPerSecond: 0,
});
const link = (source: string | null, ...points: Rates['links'][number]['points']) => ({
  source,
  destination: 'dkrz',
  bytes: 1,
  files: 1,
  failures: 0,
  points,
});
const rates: Rates = {
  since: '2026-11-20T10:00:00Z',
  until: '2026-11-20T10:00:35Z',
  stepSeconds: 10,
  links: [link('ceda', point(0, 5), point(2, 7)), link('ipsl', point(2, 1)), link(null, point(3, 9))],
};

test('a step without a point is zero, and the last step may be shorter', () => {
  expect(curveOfLink(rates, 'ceda')).toEqual({
    times: [0, 1, 2, 3].map((step) => BEGIN + step * 10_000),
    series: [{ name: 'ceda', values: [5, 0, 7, 0] }],
  });
});

test('links beyond the most are one curve, with those that nobody told apart', () => {
  expect(curvesOfLinks(rates, 1).series).toEqual([
    { name: 'ceda', values: [5, 0, 7, 0] },
    { name: 'others', values: [0, 0, 1, 9] },
  ]);
});

test('everything is the sum of all', () => {
  expect(curveOfLink(rates, null).series[0]!.values).toEqual([5, 0, 8, 9]);
});
