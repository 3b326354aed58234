import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { axeFindings } from './axe';
import { faintTexts } from './contrast';
import { MockServer, problem } from './mock-server';
import { Scene } from './scene';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const SCREENSHOTS = `${FOLDER}target/screenshots`;
const CHROMIUM = [process.env.BDM_CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
);
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

if (CHROMIUM === undefined) {
  console.warn(
    'SKIPPED: the pages were not tried in a browser, because there is no Chromium (apt-get install chromium)',
  );
}

describe.skipIf(CHROMIUM === undefined)('in a real browser, under a strict content security policy', () => {
  let browser: Browser;
  let server: MockServer;
  let address: string;
  let page: Page;
  let scene: Scene;
  let complaints: string[];

  beforeAll(async () => {
    if (!existsSync(`${FOLDER}dist/index.html`))
      throw new Error('there is no dist: npm run build comes first');
    mkdirSync(SCREENSHOTS, { recursive: true });
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: FLAGS });
  });

  afterAll(async () => {
    await browser.close();
  });

  beforeEach(async () => {
    server = new MockServer(`${FOLDER}dist`);
    scene = new Scene(Date.now());
    server.route = ({ url, method }) => scene.answer(url, method);
    address = await server.start();
    complaints = [];
    await openPage(1400, 'light');
    return async () => {
      await page.context().close();
      await server.stop();
    };
  });

  async function openPage(width: number, colorScheme: 'light' | 'dark'): Promise<void> {
    page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    page.setDefaultTimeout(10_000);
    page.on('console', (message) => {
      // the first question who is logged in is answered with 401, which a browser always writes down
      if (message.type() === 'error' && !message.text().includes('401')) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(address);
  }

  async function logIn(): Promise<void> {
    await page.getByLabel('Token', { exact: true }).fill('the-token');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  }

  async function openJobs(): Promise<void> {
    if (!(await page.getByRole('heading', { name: 'Overview' }).isVisible())) await logIn();
    const menu = page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
  }

  async function shoot(name: string): Promise<void> {
    await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true, animations: 'disabled' });
  }

  const row = (name: string) => page.getByRole('row', { name });

  test('a wrong token is refused in words, a right one leads to the jobs', async () => {
    await page.getByLabel('Token', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('The token is invalid').waitFor();
    await shoot('login-1400-light');
    await logIn();
    await page.getByText('NO_SPACE').waitFor();
    expect(complaints).toEqual([]);
  });

  test('the session survives a reload, and changes are allowed after it', async () => {
    await openJobs();
    await page.reload();
    await page.getByRole('link', { name: 'CMIP6 IPSL historical tas' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('goes on when a person resumes it').waitFor();
    expect(server.changes).toEqual(['POST /jobs/7KQ2M4XW/pause']);
    expect(complaints).toEqual([]);
  });

  test('the list follows the live feed without moving its rows', async () => {
    await openJobs();
    await page.getByText('Live', { exact: true }).waitFor();
    const before = await row('CORDEX EUR-11 pr').boundingBox();
    const files = scene.jobs[0]!.files;
    scene.change('7KQ2M4XW', { files: { ...files, done: 481, pending: 684 } });
    server.tell({ id: '9', jobId: '7KQ2M4XW', kind: 'FILES_DONE', text: 'x' });
    await row('CMIP6 IPSL historical tas').getByTitle('501 of 1,200 files').waitFor();
    expect(await row('CORDEX EUR-11 pr').boundingBox()).toEqual(before);
  });

  test('cancel asks first, and escape keeps the job', async () => {
    await openJobs();
    await page.getByRole('link', { name: 'CMIP6 IPSL historical tas' }).click();
    await page.getByRole('button', { name: 'Cancel job' }).click();
    await page.getByRole('dialog').getByText('It cannot be resumed').waitFor();
    await shoot('cancel-1400-light');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(server.changes).toEqual([]);
    await page.getByRole('button', { name: 'Cancel job' }).click();
    await page.getByRole('button', { name: 'Cancel the job' }).click();
    await page.getByText('Cancelled with 500 of 1,200 files there').waitFor();
    expect(server.changes).toEqual(['POST /jobs/7KQ2M4XW/cancel']);
    expect(complaints).toEqual([]);
  });

  test('names are text, whatever they contain', async () => {
    await openJobs();
    await page.getByText('<img src=x onerror="window.hacked=1">').waitFor();
    await page.getByRole('link', { name: 'CMIP6 IPSL historical tas' }).click();
    await page.getByText('%0A%FF%FE.nc').waitFor();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(complaints).toEqual([]);
  });

  test('files are filtered by state and by the beginning of their path', async () => {
    await openJobs();
    await page.getByRole('link', { name: 'CMIP6 IPSL historical tas' }).click();
    await page.getByRole('button', { name: 'Waiting, will be retried' }).click();
    await page.getByText('1 shown.').waitFor();
    await page.getByLabel('State', { exact: true }).selectOption('');
    await page.getByLabel('Path begins with').fill('pr_');
    await page.getByText('1 shown.').waitFor();
    await page.getByText('pr_Amon_IPSL').waitFor();
    expect(page.url()).toContain('q=pr_');
  });

  test('when the server goes away, what was known stays with its time', async () => {
    await openJobs();
    await row('CORDEX EUR-11 pr').waitFor();
    server.route = () => ({
      status: 503,
      body: problem(503, 'CATALOG_UNAVAILABLE', 'the catalog does not answer', 'Wait: it is asked again.'),
    });
    server.endFeeds();
    await page.getByText('Shown as it was at').waitFor();
    await page.getByText('CATALOG_UNAVAILABLE').waitFor();
    expect(await row('CORDEX EUR-11 pr').isVisible()).toBe(true);
    await shoot('stale-1400-light');
  });

  test('a keyboard alone gets from the list to a job', async () => {
    await openJobs();
    await row('CORDEX EUR-11 pr').waitFor();
    const link = page.getByRole('link', { name: 'CORDEX EUR-11 pr' });
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      if (await link.evaluate((element) => element === document.activeElement)) break;
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'CORDEX EUR-11 pr' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/jobs/5HB0Z8RT');
  });

  test('after logging out nothing is shown, and the session is gone', async () => {
    await openJobs();
    await page.getByRole('button', { name: 'Account admin' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByText('Log in with your password or a token').waitFor();
    await page.reload();
    await page.getByText('Log in with your password or a token').waitFor();
    expect(complaints).toEqual([]);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      test(`every page fits ${width} pixels, ${colorScheme}`, async () => {
        await page.context().close();
        await openPage(width, colorScheme);
        const shootAndMeasure = async (name: string) => {
          await shoot(`${name}-${width}-${colorScheme}`);
          const tooWide = await page.evaluate(
            () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
          );
          expect(tooWide, `${name} scrolls sideways`).toBe(false);
          expect(await faintTexts(page), `${name} has texts that are hard to read`).toEqual([]);
          expect(await axeFindings(page), `${name} by axe`).toEqual([]);
        };
        await logIn();
        await row('CMIP6 IPSL historical tas').waitFor();
        await page.getByText('Live', { exact: true }).waitFor();
        await shootAndMeasure('overview');
        await openJobs();
        await row('CORDEX EUR-11 pr').waitFor();
        await shootAndMeasure('jobs');
        await page.getByRole('link', { name: 'CMIP6 IPSL historical tas' }).click();
        await page.getByText('7 shown.').waitFor();
        await shootAndMeasure('job');
        for (const [tab, ready] of [
          ['Events', 'Streams raised'],
          ['Explanation', 'Decided by the program'],
          ['Report', 'Failures'],
        ] as const) {
          await page.getByRole('tab', { name: tab }).click();
          await page.getByText(ready).first().waitFor();
          await shootAndMeasure(tab.toLowerCase());
        }
        await page.goto(`${address}/jobs/NOSUCH`);
        await page.getByText('UNKNOWN_JOB').waitFor();
        await shootAndMeasure('unknown');
        scene.jobs = [];
        scene.attention = [];
        await page.goto(address);
        await page.getByText('Nothing needs a person').waitFor();
        await shootAndMeasure('overview-empty');
        await page.goto(`${address}/jobs`);
        await page.getByText('No jobs yet').waitFor();
        await shootAndMeasure('jobs-empty');
        expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
      });
    }
  }
});
