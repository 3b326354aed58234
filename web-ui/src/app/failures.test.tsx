import { render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { App } from './App';

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer().failAll(
    503,
    'CATALOG_UNAVAILABLE',
    'the catalog database does not answer',
    'Check the database.',
  );
});

// U13
test.each([
  '/',
  '/jobs',
  '/jobs/job-7',
  '/timeline',
  '/datasets',
  '/datasets/CMIP6.x.v1',
  '/subscriptions',
  '/subscriptions/subscription-1',
  '/requests',
  '/requests/request-1',
  '/campaigns',
  '/campaigns/campaign-1',
  '/handovers',
  '/handovers/handover-3',
  '/holdings',
  '/holdings/purges/purge-1',
  '/holdings/surveys/survey-1',
  '/links',
  '/links/a/b',
  '/sites',
  '/sites/north',
  '/data-nodes',
  '/audit',
  '/people',
  '/settings',
])('when the server fails, %s says what failed and what comes next, and keeps the menu', async (path) => {
  window.history.replaceState(null, '', path);
  render(<App />);
  const alert = (await screen.findAllByRole('alert', {}, { timeout: 25_000 }))[0]!;
  expect(alert).toHaveTextContent('CATALOG_UNAVAILABLE');
  expect(alert).toHaveTextContent(/the catalog database does not answer\.\s*Check the database\./);
  expect(
    within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link').length,
  ).toBeGreaterThan(5);
  expect(server.requests.length).toBeLessThan(60);
});
