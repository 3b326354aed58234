import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Job } from '../src/api/messages';
import { HAS_BROWSER, launch, Person } from './browser';
import { Federation, type ArchiveFile } from './esgf';
import { Site } from './site';

const KIB = 1 << 10;
const DATASET = 'CMIP6.CMIP.MOHC.UKESM1-0-LL.historical.r1i1p1f2.Amon.tas.gn.v20190406';
const WRONG = '0'.repeat(64);

function archiveFile(year: number, published?: string): ArchiveFile {
  const content = Buffer.alloc(60 * KIB, year);
  content.write('CDF\u0001', 'latin1');
  const name = `tas_Amon_UKESM1-0-LL_historical_r1i1p1f2_gn_${year}01-${year}12.nc`;
  return { dataset: DATASET, name, content, ...(published !== undefined && { published }) };
}

/** A real server before a small federation, and a real browser: what a manager does with what the site holds. */
describe.skipIf(!HAS_BROWSER)('a manager of holdings', () => {
  let directory: string;
  let federation: Federation;
  let here: Site;
  let browser: Browser;
  const disputed = archiveFile(1851, WRONG);
  const people: Person[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'bdm-care-'));
    const [model, replica] = [join(directory, 'model'), join(directory, 'replica')];
    for (const place of [model, replica]) mkdirSync(place, { recursive: true });
    for (let file = 0; file < 20; file += 1)
      writeFileSync(join(model, `pr-${file}.nc`), Buffer.alloc(10 * KIB, file));
    federation = new Federation([archiveFile(1850), disputed, archiveFile(1852)]);
    await federation.start(2);
    here = new Site(
      directory,
      'south',
      ...['--export', `model=${model}:ro`, '--export', `replica=${replica}:rw`],
      ...['--index', `solr=esg-search:${federation.indexAddress}`],
      ...federation.nodes.flatMap((node) => ['--allow-host', node]),
    );
    await here.start();
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
    await here?.stop();
    await federation?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  async function manager(): Promise<Person> {
    const person = await Person.at(browser, here.address);
    people.push(person);
    await person.logIn(here.token);
    return person;
  }

  async function ended(id: string): Promise<Job> {
    await here.client('wait', id, '--timeout', '1m').catch(() => 'it did not succeed');
    return here.api<Job>('GET', `/jobs/${id}`);
  }

  test('accepts what both copies agree on although something else was published', async () => {
    const job = await ended(await here.client('replicate', DATASET, 'bdm://south/replica'));
    expect(job.state).toBe('PARTIAL');
    const { page } = await manager();
    await page.getByRole('link', { name: 'Datasets', exact: true }).click();
    await page.getByRole('tab', { name: 'Disputes' }).click();
    await page.getByRole('button', { name: disputed.name }).click();
    await page.getByText(`sha256:${WRONG}`).waitFor();
    await page.getByLabel('Remark').fill('MOHC confirmed the bytes');
    await page.getByRole('button', { name: 'Accept the bytes' }).click();
    await page.getByRole('dialog').getByText('ACCEPTED').waitFor();
    const placed = join(directory, 'replica', ...DATASET.split('.'), disputed.name);
    expect(readFileSync(placed).equals(disputed.content)).toBe(true);
    await page.goto(`${here.address}/datasets/${DATASET}`);
    const held = page.getByRole('table', { name: 'Held files of the dataset' });
    await held.getByRole('row', { name: disputed.name }).waitFor();
    expect(await held.getByRole('row').count()).toBe(1 + 3);
  });

  test('reviews what a mirror would remove, and applies the plan', async () => {
    const mirror = async () => {
      const items = [{ source: 'bdm://south/model', destination: 'bdm://south/replica/mirror' }];
      const { id } = await here.api<Job>('POST', '/jobs', { kind: 'TREE', items, options: { delete: true } });
      return ended(id);
    };
    expect((await mirror()).state).toBe('SUCCEEDED');
    for (const file of [3, 4]) unlinkSync(join(directory, 'model', `pr-${file}.nc`));
    expect((await mirror()).state).toBe('SUCCEEDED');
    const plans = async () => (await here.api<{ items: object[] }>('GET', '/purges')).items.length;
    await expect.poll(plans, { timeout: 20_000 }).toBe(1);
    const { page } = await manager();
    await page.getByRole('link', { name: 'Holdings', exact: true }).click();
    await page.getByRole('tab', { name: 'Purge plans' }).click();
    await page.getByRole('link', { name: /^purge-/ }).click();
    await page.getByText('pr-3.nc').first().waitFor();
    const gone = join(directory, 'replica', 'mirror', 'pr-3.nc');
    expect(existsSync(gone)).toBe(true);
    await page.getByRole('button', { name: 'Apply …' }).click();
    await page.getByRole('button', { name: 'Quarantine 2 files' }).click();
    await page.getByText('APPLIED', { exact: true }).first().waitFor();
    expect(existsSync(gone)).toBe(false);
    expect(existsSync(join(directory, 'replica', 'mirror', 'pr-5.nc'))).toBe(true);
  });
});
