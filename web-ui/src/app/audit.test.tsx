import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { aPage } from '../testing/messages';
import { App } from './App';

let server: FakeServer;

beforeEach(() => {
  window.history.replaceState(null, '', '/audit?action=CANCEL');
  server = new FakeServer();
});

const line = {
  line: 4711,
  at: '2026-11-20T10:00:00Z',
  who: 'ann',
  address: '192.0.2.7',
  action: 'CANCEL_JOB',
  text: 'cancelled job-7',
  object: 'job-7',
  result: 'OK',
  detail: '',
};
const intact = {
  brokenLine: null,
  checkedLine: 2_000,
  intact: true,
  lines: 4_711,
  nextCursor: null,
  sealedAt: null,
  sealedLine: 4_700,
  seals: 47,
  troubles: [],
};

test('asks the server for the lines that the address names', async () => {
  server.on('GET /audit', aPage(line));
  render(<App />);
  expect(await screen.findByText('cancelled job-7')).toBeInTheDocument();
  expect(server.requests.find((request) => request.startsWith('GET /audit'))).toContain('action=CANCEL');
});

test('checks the chain to its end, however many questions that takes', async () => {
  let asked = 0;
  server.on('GET /audit', aPage(line)).on('GET /audit/check', () => {
    asked++;
    return asked < 3 ? { ...intact, nextCursor: `part-${asked}` } : { ...intact, checkedLine: 4_711 };
  });
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Check the chain' }));
  expect(await screen.findByText(/Intact: 4,711 lines, 47 signatures/)).toBeInTheDocument();
  expect(asked).toBe(3);
});

test('says at which line the chain is broken', async () => {
  server.on('GET /audit', aPage(line)).on('GET /audit/check', {
    ...intact,
    intact: false,
    brokenLine: 1_234,
    troubles: ['Line 1234 was changed.'],
  });
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Check the chain' }));
  expect(await screen.findByText(/Broken at line 1,234. Line 1234 was changed./)).toBeInTheDocument();
});
