import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Job } from '../src/api/messages';
import { HAS_BROWSER, launch, Person } from './browser';
import { Site } from './site';

const KIB = 1 << 10;

const TABS_MAX = 80;

/** Presses Tab until what has the name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < TABS_MAX; pressed += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement as (HTMLElement & { labels?: NodeListOf<HTMLElement> }) | null;
      return element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
    });
    if (focused.trim().startsWith(name)) return;
  }
  throw new Error(`no Tab reaches ${name}`);
}

/** Two real servers and a real browser: what a manager does with jobs. */
describe.skipIf(!HAS_BROWSER)('a manager of two sites', () => {
  let directory: string;
  let source: Site;
  let here: Site;
  let browser: Browser;
  const people: Person[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'bdm-e2e-'));
    const [from, to] = [join(directory, 'from'), join(directory, 'to')];
    for (const place of [join(from, 'tas'), join(from, 'large'), to]) mkdirSync(place, { recursive: true });
    for (let file = 0; file < 20; file += 1)
      writeFileSync(join(from, 'tas', `tas-${file}.nc`), Buffer.alloc(50 * KIB, file));
    for (let file = 0; file < 40; file += 1)
      writeFileSync(join(from, 'large', `pr-${file}.nc`), Buffer.alloc(1000 * KIB, file));
    source = new Site(directory, 'north', '--export', `data=${from}:ro`);
    here = new Site(directory, 'south', '--export', `replica=${to}:rw`);
    await Promise.all([source.start(), here.start()]);
    await here.client(
      'site',
      'add',
      'north',
      source.address,
      '--token-file',
      join(source.home, 'admin.token'),
    );
    browser = await launch();
  });

  afterEach(async () => {
    for (const person of people.splice(0)) {
      person.assertQuiet();
      await person.context.close();
    }
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([source?.stop(), here?.stop()]);
    rmSync(directory, { recursive: true, force: true });
  });

  async function manager(token = here.token): Promise<Person> {
    const person = await Person.at(browser, here.address);
    people.push(person);
    await person.logIn(token);
    return person;
  }

  async function submitted(tree: string, name: string, maxRate?: number): Promise<string> {
    const options = maxRate === undefined ? null : { maxRateBytesPerSecond: maxRate };
    const items = [{ source: `bdm://north/data/${tree}`, destination: `bdm://south/replica/${name}` }];
    return (await here.api<Job>('POST', '/jobs', { label: name, kind: 'TREE', items, options })).id;
  }

  test('sees a job run and end without a reload', async () => {
    const { page } = await manager();
    await page.getByText('Live', { exact: true }).waitFor();
    await submitted('tas', 'watched');
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    const row = page.getByRole('row', { name: 'watched' });
    await row.getByText('SUCCEEDED').waitFor();
    expect(await row.textContent()).toContain('100 %');
  });

  test('submits through New replication with the keyboard alone, until it has succeeded', async () => {
    const person = await manager();
    const { page } = person;
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog');
    await palette.getByPlaceholder(/^Page, action, or name/).waitFor();
    await page.keyboard.type('New repl');
    await palette.getByText('Overview').waitFor({ state: 'detached' });
    await palette.getByText('New replication').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New replication' }).waitFor();
    await tabTo(page, 'Source');
    await page.keyboard.type('bdm://north/data/tas');
    await tabTo(page, 'Destination');
    await page.keyboard.type('bdm://south/replica/by-keyboard');
    await tabTo(page, 'Name');
    await page.keyboard.type('by keyboard');
    await tabTo(page, 'Show the plan');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Submit 20 files' }).waitFor();
    await tabTo(page, 'Submit 20 files');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'by keyboard' }).waitFor();
    await page.getByText('SUCCEEDED', { exact: true }).first().waitFor();
    expect(readdirSync(join(directory, 'to', 'by-keyboard'))).toHaveLength(20);
    // the page looks into the destination while its name is typed: it is not there yet
    expect(person.complaints.splice(0).filter((text) => !/ 404 .*replica/.test(text))).toEqual([]);
  });

  test('pauses, resumes and cancels a job', async () => {
    const { page } = await manager();
    const id = await submitted('large', 'steered', 500 * KIB);
    await page.goto(`${here.address}/jobs/${id}`);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('PAUSED', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('ACTIVE', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Cancel job' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the job' }).click();
    await page.getByText('CANCELLED', { exact: true }).first().waitFor();
    expect((await here.api<Job>('GET', `/jobs/${id}`)).state).toBe('CANCELLED');
  });

  test('filters the files that failed, removes the cause and retries them', async () => {
    const blocker = join(directory, 'to', 'blocked', 'tas-7.nc');
    mkdirSync(join(directory, 'to', 'blocked'));
    writeFileSync(blocker, 'somebody else wrote this');
    const id = await submitted('tas', 'blocked');
    const { page } = await manager();
    await page.goto(`${here.address}/jobs/${id}?tab=files`);
    await page.getByText('PARTIAL', { exact: true }).first().waitFor();
    await page.getByLabel('State', { exact: true }).selectOption('FAILED');
    const files = page.getByRole('table', { name: 'Files' });
    await files.getByRole('row', { name: 'tas-7.nc' }).waitFor();
    await files.getByRole('row', { name: 'tas-6.nc' }).waitFor({ state: 'detached' });
    rmSync(blocker);
    await page.getByRole('button', { name: 'Retry 1 file' }).click();
    await page.getByText('SUCCEEDED', { exact: true }).first().waitFor();
    expect(readdirSync(join(directory, 'to', 'blocked'))).toHaveLength(20);
  });

  test('changes the limit of a running job, and its rate follows', async () => {
    const { page } = await manager();
    const id = await submitted('large', 'limited', 500 * KIB);
    await page.goto(`${here.address}/jobs/${id}`);
    const rate = async () => (await here.api<Job>('GET', `/jobs/${id}`)).rate!.bytesPerSecond;
    await expect.poll(rate, { timeout: 20_000 }).toBeGreaterThan(300 * KIB);
    await page.getByRole('button', { name: 'Limit …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Unit').selectOption('MB/s');
    await dialog.getByLabel('Maximal rate').fill('3');
    await dialog.getByRole('button', { name: 'Set the limit' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(rate, { timeout: 20_000 }).toBeGreaterThan(2_000_000);
    expect(await rate()).toBeLessThan(3_600_000);
    await page
      .getByText(/(1[6-9]|2\d)(\.\d+)? Mbit\/s/)
      .first()
      .waitFor();
  });

  test('shares a campaign, and somebody without a login sees how far it is', async () => {
    const { id } = await here.api<{ id: string }>('POST', '/campaigns', {
      name: 'Temperature for the south',
      source: 'bdm://north/data/tas',
      datasets: [],
      destinations: ['bdm://south/replica/shared'],
    });
    const { page } = await manager();
    await page.goto(`${here.address}/campaigns/${id}`);
    await page.getByRole('button', { name: 'Share …' }).click();
    await page.getByRole('button', { name: 'Make a link' }).click();
    const link = (await page.getByText(/\/shared\//).textContent())!.trim();
    const stranger = await Person.at(browser, here.address);
    people.push(stranger);
    await stranger.page.goto(link);
    await stranger.page.getByRole('heading', { level: 1, name: 'Temperature for the south' }).waitFor();
    await stranger.page.getByRole('row', { name: 'south' }).waitFor();
    expect(await stranger.page.getByRole('navigation').count()).toBe(0);
    await page.getByRole('button', { name: 'End the link' }).click();
    await page.getByText('The link has ended').waitFor();
    expect((await fetch(link.replace('/shared/', '/api/v1/shared/campaigns/'))).status).toBe(404);
  });

  test('who may only read finds no button, and is refused by the server', async () => {
    const id = await submitted('tas', 'read-only');
    const made = JSON.parse(await here.client('token', 'create', 'eva', '--role', 'reader', '--json')) as {
      token: string;
    };
    const { page } = await manager(made.token);
    await page.goto(`${here.address}/jobs/${id}`);
    await page.getByText('SUCCEEDED', { exact: true }).first().waitFor();
    for (const verb of ['Pause', 'Retry', 'Cancel job'])
      expect(await page.getByRole('button', { name: verb }).count()).toBe(0);
    const refused = await page.evaluate(async (path) => {
      const { csrfToken } = (await (await fetch('/api/v1/login')).json()) as { csrfToken: string };
      return (await fetch(path, { method: 'POST', headers: { 'X-CSRF-Token': csrfToken } })).status;
    }, `/api/v1/jobs/${id}/retry`);
    expect(refused).toBe(403);
  });

  test('a server that is frozen is said to be silent within ten seconds, and lives again', async () => {
    const { page } = await manager();
    await page.getByText('Live', { exact: true }).waitFor();
    here.freeze();
    const frozenAt = Date.now();
    try {
      await page.getByText(/^No answer for/).waitFor();
      expect(Date.now() - frozenAt).toBeLessThan(10_000);
      expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
    } finally {
      here.thaw();
    }
    await page.getByText('Live', { exact: true }).waitFor();
  });

  test('a server that is killed and started again is live again by itself', async () => {
    const person = await manager();
    const { page } = person;
    await page.getByText('Live', { exact: true }).waitFor();
    await here.stop();
    await page.getByText(/^No answer/).waitFor();
    await here.start();
    await page.getByText('Live', { exact: true }).waitFor({ timeout: 30_000 });
    // the browser writes down each question that nobody answered
    expect(person.complaints.splice(0).filter((text) => !text.includes('net::ERR'))).toEqual([]);
  });
});
