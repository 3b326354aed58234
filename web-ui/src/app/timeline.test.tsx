import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { aJob, aPage } from '../testing/messages';
import { App } from './App';

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

beforeEach(() => {
  window.history.replaceState(null, '', '/timeline');
  new FakeServer()
    .on(
      'GET /jobs',
      aPage(
        aJob({
          id: 'job-7',
          label: 'historical tas',
          startedAt: inHours(-3),
          estimate: { p10: inHours(1), p50: inHours(2), p90: inHours(3) },
        }),
        aJob({
          id: 'job-9',
          label: 'of last year',
          state: 'SUCCEEDED',
          startedAt: inHours(-100),
          endedAt: inHours(-30),
        }),
      ),
    )
    .on('GET /windows', aPage())
    .on('GET /sites', aPage({ name: 'ipsl', local: false }))
    .on(
      'GET /sites/ipsl/maintenance',
      aPage({ site: 'ipsl', beginsAt: inHours(-1), endsAt: inHours(1), note: 'new disks' }),
    );
});

test('a job stands under its link, with its end in words and what closes the link', async () => {
  render(<App />);
  const link = await screen.findByRole('region', { name: 'ipsl' });
  const job = within(link).getByRole('link', { name: /historical tas/ });
  expect(job).toHaveAttribute('href', '/jobs/job-7');
  expect(job).toHaveTextContent(/ends .*, at the latest/);
  expect(await within(link).findByText(/^closed until .*, maintenance of ipsl: new disks$/)).toBeVisible();
  expect(screen.queryByText('of last year')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: '7d' }));
  expect(await screen.findByText('of last year')).toBeVisible();
  expect(window.location.search).toBe('?time=7d');
});
