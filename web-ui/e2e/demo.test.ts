// What is checked of each page stands in browser.ts.
/* oxlint-disable vitest/expect-expect */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wear } from '../browser/still';
import { HAS_BROWSER, launch, Person } from './browser';
import { Site } from './site';

interface Shown {
  /** of its pictures in target/screens */
  name: string;
  path: string;
  /** the page is complete when this is seen */
  seen: string | RegExp;
}

/** Besides the first, at a desk and light. */
const SHAPES = [
  { width: 1280, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;
const FIXED: readonly Shown[] = [
  { name: 'overview', path: '/', seen: 'Overview' },
  { name: 'jobs', path: '/jobs', seen: 'Jobs' },
  { name: 'timeline', path: '/timeline', seen: 'Timeline' },
  { name: 'replicate', path: '/replicate', seen: 'New replication' },
  { name: 'completeness', path: '/datasets', seen: 'Datasets' },
  { name: 'datasets', path: '/datasets?show=datasets', seen: 'Datasets' },
  { name: 'versions', path: '/datasets?tab=versions', seen: 'Datasets' },
  { name: 'disputes', path: '/datasets?tab=disputes', seen: 'Datasets' },
  { name: 'subscriptions', path: '/subscriptions', seen: 'Subscriptions' },
  { name: 'handovers', path: '/handovers', seen: 'Handovers' },
  { name: 'requests', path: '/requests?state=ALL', seen: 'Requests' },
  { name: 'campaigns', path: '/campaigns', seen: 'Campaigns' },
  { name: 'holdings', path: '/holdings', seen: 'Holdings' },
  { name: 'scans', path: '/holdings?tab=surveys', seen: 'Holdings' },
  { name: 'purges', path: '/holdings?tab=purges', seen: 'Holdings' },
  { name: 'quarantine', path: '/holdings?tab=quarantine', seen: 'Holdings' },
  { name: 'scrub', path: '/holdings?tab=scrub', seen: 'Holdings' },
  { name: 'links', path: '/links', seen: 'Links' },
  { name: 'sites', path: '/sites', seen: 'Sites' },
  { name: 'data-nodes', path: '/data-nodes', seen: 'Data nodes' },
  { name: 'audit', path: '/audit', seen: 'Audit' },
  { name: 'people', path: '/people', seen: 'People and tokens' },
  { name: 'settings', path: '/settings', seen: 'Settings' },
];
/** Pages of one thing: the list that knows an id, and the page of that thing. */
const OF_ONE: readonly { name: string; list: string; page: (id: string) => string }[] = [
  { name: 'dataset', list: '/datasets?latest=true&limit=1000', page: (id) => `/datasets/${id}` },
  { name: 'job-active', list: '/jobs?state=ACTIVE', page: (id) => `/jobs/${id}` },
  { name: 'job-partial', list: '/jobs?state=PARTIAL', page: (id) => `/jobs/${id}` },
  { name: 'subscription', list: '/subscriptions', page: (id) => `/subscriptions/${id}` },
  { name: 'request', list: '/requests?state=OPEN', page: (id) => `/requests/${id}` },
  { name: 'campaign', list: '/campaigns', page: (id) => `/campaigns/${id}` },
  { name: 'survey', list: '/surveys', page: (id) => `/holdings/surveys/${id}` },
  { name: 'purge', list: '/purges', page: (id) => `/holdings/purges/${id}` },
];

/** A server with the demo catalog: every page with a month of work in it. */
describe.skipIf(!HAS_BROWSER)('the pages with the demo catalog', () => {
  let directory: string;
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'bdm-demo-'));
    site = new Site(directory, 'dkrz', '--demo-data=small');
    await site.start();
    browser = await launch();
  });

  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  async function pages(): Promise<Shown[]> {
    const shown = [...FIXED];
    for (const { name, list, page } of OF_ONE) {
      const { items } = await site.api<{ items: { id?: string; instanceId?: string }[] }>('GET', list);
      const id = items[0]?.id ?? items[0]?.instanceId;
      expect(id).toBeDefined();
      shown.push({ name, path: page(id!), seen: /./ });
    }
    const { items: campaigns } = await site.api<{ items: { id: string }[] }>('GET', '/campaigns');
    const { path } = await site.api<{ path: string }>('POST', `/campaigns/${campaigns[0]!.id}/link`);
    shown.push(
      { name: 'shared', path: `/shared/${path.slice(path.lastIndexOf('/') + 1)}`, seen: /./ },
      { name: 'link', path: '/links/ceda/dkrz', seen: /./ },
      { name: 'site', path: '/sites/ceda', seen: /./ },
    );
    return shown;
  }

  test('each is readable, in both themes, at a desk and on a phone', { timeout: 900_000 }, async () => {
    const person = await Person.at(browser, site.address);
    await person.logIn(site.token);
    for (const { name, path, seen } of await pages()) {
      await person.page.setViewportSize({ width: 1280, height: 900 });
      await person.page.emulateMedia({ colorScheme: 'light' });
      await person.open(path);
      await person.page.getByRole('heading', { level: 1, name: seen }).waitFor();
      await person.settled();
      await person.shoot(`${name}-1280-light`);
      await person.assertGoodPage(`${name}, 1280 pixels, light`);
      for (const { width, colorScheme } of SHAPES) {
        await person.page.setViewportSize({ width, height: 900 });
        await wear(person.page, colorScheme);
        await person.shoot(`${name}-${width}-${colorScheme}`);
        await person.assertReadable(`${name}, ${width} pixels, ${colorScheme}`);
      }
    }
    person.assertQuiet();
    await person.context.close();
  });
});
