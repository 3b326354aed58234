import { expect, test } from 'vitest';
import { describeInBrowser, testEveryShape } from './harness';
import { jobRoute } from './scenes/job';

const ACTIVE = '/jobs/7KQ2M4XW';

describeInBrowser(
  'a job',
  (at) => {
    test('files are filtered by state, by the beginning of their path and by error code', async () => {
      await at.open(ACTIVE);
      await at.page.getByRole('button', { name: 'WAITING 4' }).click();
      await at.page.getByRole('button', { name: 'tas_day.nc' }).waitFor();
      await expect.poll(() => at.page.getByRole('table', { name: 'Files' }).getByRole('row').count()).toBe(2);
      await at.page.getByLabel('State', { exact: true }).selectOption('');
      await at.page.getByLabel('Path begins with').fill('pr_');
      await expect.poll(() => at.page.url()).toContain('q=pr_');
      await expect.poll(() => at.page.getByRole('table', { name: 'Files' }).getByRole('row').count()).toBe(2);
      await at.page.getByRole('button', { name: 'Show files with CHECKSUM_MISMATCH' }).click();
      await at.page.getByRole('button', { name: 'ua_6hr.nc' }).waitFor();
      expect(at.page.url()).toContain('code=CHECKSUM_MISMATCH');
      at.assertNoComplaints();
    });

    test('a limit is set in the unit of disks or of networks', async () => {
      await at.open(ACTIVE);
      await at.page.getByRole('button', { name: 'Limit' }).click();
      await at.page.getByLabel('Maximal rate').fill('2000');
      await at.page.getByText('2 Gbit/s = 250 MB/s').waitFor();
      await at.page.keyboard.press('Enter');
      await expect.poll(() => at.server.changes).toContain('PATCH /jobs/7KQ2M4XW');
      at.assertNoComplaints();
    });

    testEveryShape(at, 'a job', async (measure) => {
      await at.open(ACTIVE);
      await at.page.getByRole('button', { name: 'ua_6hr.nc' }).waitFor();
      await at.page.getByText('Where the bytes wait').waitFor();
      await at.page.locator('canvas').first().waitFor();
      await measure('job');
      await at.page.getByRole('button', { name: 'ua_6hr.nc' }).click();
      await at.page.getByRole('list', { name: 'Attempts' }).waitFor();
      await measure('job-file');
      await at.page.keyboard.press('Escape');
      await at.page.getByRole('button', { name: 'Limit' }).click();
      await at.page.getByLabel('Maximal rate').fill('250');
      await measure('job-limit');
      await at.page.keyboard.press('Escape');
      for (const [tab, ready] of [
        ['Events', 'Streams raised'],
        ['Decisions', 'What else happened'],
        ['Options', 'Data on its way'],
        ['Report', 'Failures by cause'],
      ] as const) {
        await at.page.getByRole('tab', { name: tab }).click();
        await at.page.getByText(ready).first().waitFor();
        await measure(`job-${tab.toLowerCase()}`);
      }
      await at.page.goto(`${at.address}/jobs/8PARTIAL`);
      await at.page.getByRole('button', { name: 'Retry 12 files' }).waitFor();
      await at.page.getByRole('button', { name: 'ua_6hr.nc' }).waitFor();
      await measure('job-ended');
      at.assertNoComplaints();
    });
  },
  jobRoute,
);
