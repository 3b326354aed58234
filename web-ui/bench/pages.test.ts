import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch, Person } from '../e2e/browser';
import { Site } from '../e2e/site';

const REPORT = fileURLToPath(new URL('../target/pages.md', import.meta.url));
const OPENINGS = 100;
const LOADS = 10;
const LOADED_MILLIS_MAX = 1_000;
const OPENED_MILLIS_MAX = 500;
const ROWS = 'main [role="cell"], main li a';
/** Each with a table, or a list of panels, that the demo catalog fills. */
const PAGES = [
  '/',
  '/jobs',
  '/timeline',
  '/datasets?show=datasets',
  '/datasets?tab=versions',
  '/subscriptions',
  '/requests?state=ALL',
  '/campaigns',
  '/holdings',
  '/holdings?tab=surveys',
  '/holdings?tab=purges',
  '/holdings?tab=quarantine',
  '/links',
  '/sites',
  '/data-nodes',
  '/audit',
  '/people',
];

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!);
}

/** A server with two million files, and how long a person waits for a page. */
describe('pages with the whole demo catalog', () => {
  let directory: string;
  let site: Site;
  let browser: Browser;
  const lines: string[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'bdm-pages-'));
    site = new Site(directory, 'dkrz', '--demo-data');
    await site.start();
    browser = await launch();
  });

  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(join(REPORT, '..'), { recursive: true });
    const head =
      '| page | loaded, ms (median, most) | opened, ms (median, p99, most) | answers, ms (median, p99) |\n|---|---|---|---|';
    writeFileSync(REPORT, `${[head, ...lines].join('\n')}\n`);
    console.log([head, ...lines].join('\n'));
  });

  test.each(PAGES)(
    '%s is there within a second, and its rows within half of one',
    { timeout: 300_000 },
    async (path) => {
      const person = await Person.at(browser, site.address);
      await person.logIn(site.token);
      const { page } = person;
      const rows = page.locator(ROWS).first();
      const loads: number[] = [];
      for (let time = 0; time < LOADS; time += 1) {
        await person.open(path);
        await rows.waitFor();
        loads.push(await page.evaluate(() => performance.now()));
      }
      // from another page of the same program, with an answer that is asked for again
      const openings: number[] = [];
      for (let time = 0; time < OPENINGS; time += 1) {
        await page.evaluate(() => window.history.pushState(null, '', '/settings'));
        await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')));
        await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
        openings.push(
          await page.evaluate(
            async ({ to, rowsOf }) => {
              const began = performance.now();
              window.history.pushState(null, '', to);
              window.dispatchEvent(new PopStateEvent('popstate'));
              for (;;) {
                const heading = document.querySelector('h1')?.textContent;
                if (heading !== 'Settings' && document.querySelector(rowsOf) !== null) break;
                await new Promise((resolve) => requestAnimationFrame(resolve));
              }
              return performance.now() - began;
            },
            { to: path, rowsOf: ROWS },
          ),
        );
      }
      const answers = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('/api/v1/') && !name.endsWith('/events'))
          .map(({ duration }) => duration),
      );
      lines.push(
        `| \`${path}\` | ${percentile(loads, 0.5)}, ${percentile(loads, 1)} | ` +
          `${percentile(openings, 0.5)}, ${percentile(openings, 0.99)}, ${percentile(openings, 1)} | ` +
          `${percentile(answers, 0.5)}, ${percentile(answers, 0.99)} |`,
      );
      await person.context.close();
      expect(percentile(loads, 0.5)).toBeLessThan(LOADED_MILLIS_MAX);
      expect(percentile(openings, 0.99)).toBeLessThan(OPENED_MILLIS_MAX);
      expect(percentile(answers, 0.99)).toBeLessThan(OPENED_MILLIS_MAX);
    },
  );
});
