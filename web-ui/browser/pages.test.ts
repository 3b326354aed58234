import { expect, test } from 'vitest';
import { describeInBrowser, testEveryShape } from './harness';
import { problem } from './mock-server';

describeInBrowser('jobs and what is around every page', (at) => {
  async function openJobs(): Promise<void> {
    await at.logIn();
    const menu = at.page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) await menu.click();
    await at.page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await at.page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
  }

  test('a wrong token is refused in words, a right one leads to the jobs', async () => {
    await at.page.goto(at.address);
    await at.page.getByLabel('Token', { exact: true }).fill('wrong');
    await at.page.getByRole('button', { name: 'Log in' }).click();
    await at.page.getByText('The token is invalid').waitFor();
    await at.shoot('login-1400-light');
    await at.logIn();
    await at.page.getByText('NO_SPACE').waitFor();
    expect(at.complaints).toEqual([]);
  });

  test('the session survives a reload, and changes are allowed after it', async () => {
    await openJobs();
    await at.page.reload();
    await at.page.getByRole('link', { name: 'CMIP6 IPSL historical tas' }).click();
    await at.page.getByRole('button', { name: 'Pause' }).click();
    await at.page.getByText('It stays until somebody resumes it').waitFor();
    expect(at.server.changes).toEqual(['POST /jobs/7KQ2M4XW/pause']);
    at.assertNoComplaints('404');
  });

  test('the list follows the live feed without moving its rows', async () => {
    await openJobs();
    await at.page.getByText('Live', { exact: true }).waitFor();
    const before = await at.row('CORDEX EUR-11 pr').boundingBox();
    const files = at.scene.jobs[0]!.files;
    at.scene.change('7KQ2M4XW', { files: { ...files, done: 481, pending: 684 } });
    at.server.tell({ id: '9', jobId: '7KQ2M4XW', kind: 'FILES_DONE', text: 'x' });
    await at.row('CMIP6 IPSL historical tas').getByTitle('501 of 1,200 files').waitFor();
    expect(await at.row('CORDEX EUR-11 pr').boundingBox()).toEqual(before);
  });

  test('cancel asks first, and escape keeps the job', async () => {
    await openJobs();
    await at.page.getByRole('link', { name: 'CMIP6 IPSL historical tas' }).click();
    await at.page.getByRole('button', { name: 'Cancel job' }).click();
    await at.page.getByRole('dialog').getByText('It cannot be resumed').waitFor();
    await at.shoot('cancel-1400-light');
    await at.page.keyboard.press('Escape');
    await at.page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(at.server.changes).toEqual([]);
    await at.page.getByRole('button', { name: 'Cancel job' }).click();
    await at.page.getByRole('button', { name: 'Cancel the job' }).click();
    await at.page.getByText('Cancelled with 500 of 1,200 files there').waitFor();
    expect(at.server.changes).toEqual(['POST /jobs/7KQ2M4XW/cancel']);
    at.assertNoComplaints('404');
  });

  test('names are text, whatever they contain', async () => {
    await openJobs();
    await at.page.getByText('<img src=x onerror="window.hacked=1">').waitFor();
    await at.page.getByRole('link', { name: 'CMIP6 IPSL historical tas' }).click();
    await at.page.getByText('%0A%FF%FE.nc').waitFor();
    expect(await at.page.evaluate(() => 'hacked' in window)).toBe(false);
    at.assertNoComplaints('404');
  });

  test('when the server goes away, what was known stays with its time', async () => {
    await openJobs();
    await at.row('CORDEX EUR-11 pr').waitFor();
    at.server.route = () => ({
      status: 503,
      body: problem(503, 'CATALOG_UNAVAILABLE', 'the catalog does not answer', 'Wait: it is asked again.'),
    });
    at.server.endFeeds();
    await at.page.getByText('Shown as it was at').waitFor();
    await at.page.getByText('CATALOG_UNAVAILABLE').waitFor();
    expect(await at.row('CORDEX EUR-11 pr').isVisible()).toBe(true);
    await at.shoot('stale-1400-light');
  });

  test('a page that was not loaded yet waits for a server that does not answer', async () => {
    await openJobs();
    await at.row('CORDEX EUR-11 pr').waitFor();
    await at.page.context().setOffline(true);
    const failed = at.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'));
    await at.page.getByRole('link', { name: 'Campaigns' }).click();
    await failed;
    expect(await at.page.getByRole('link', { name: 'Jobs', exact: true }).isVisible()).toBe(true);
    await at.page.context().setOffline(false);
    await at.page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
  });

  test('a keyboard alone gets from the list to a job', async () => {
    await openJobs();
    await at.row('CORDEX EUR-11 pr').waitFor();
    const link = at.page.getByRole('link', { name: 'CORDEX EUR-11 pr' });
    for (let presses = 0; presses < 60; presses += 1) {
      await at.page.keyboard.press('Tab');
      if (await link.evaluate((element) => element === document.activeElement)) break;
    }
    await at.page.keyboard.press('Enter');
    await at.page.getByRole('heading', { name: 'CORDEX EUR-11 pr' }).waitFor();
    expect(new URL(at.page.url()).pathname).toBe('/jobs/5HB0Z8RT');
  });

  test('after logging out nothing is shown, and the session is gone', async () => {
    await openJobs();
    await at.page.getByRole('button', { name: 'Account admin' }).click();
    await at.page.getByRole('menuitem', { name: 'Log out' }).click();
    await at.page.getByText('Log in with your password or a token').waitFor();
    await at.page.reload();
    await at.page.getByText('Log in with your password or a token').waitFor();
    expect(at.complaints).toEqual([]);
  });

  testEveryShape(at, 'overview and jobs', async (measure) => {
    await at.logIn();
    await at.row('CMIP6 IPSL historical tas').waitFor();
    await at.page.getByText('Live', { exact: true }).waitFor();
    await measure('overview');
    await at.page.goto(`${at.address}/jobs`);
    await at.row('CORDEX EUR-11 pr').waitFor();
    await measure('jobs');
    await at.page.goto(`${at.address}/jobs/NOSUCH`);
    await at.page.getByText('UNKNOWN_JOB').waitFor();
    await measure('job-unknown');
    at.scene.jobs = [];
    at.scene.attention = [];
    await at.page.goto(at.address);
    await at.page.getByText('Nothing needs a person').waitFor();
    await measure('overview-empty');
    await at.page.goto(`${at.address}/jobs`);
    await at.page.getByText('No jobs yet').waitFor();
    await measure('jobs-empty');
    at.assertNoComplaints('404');
  });
});
