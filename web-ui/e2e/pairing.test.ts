import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Job } from '../src/api/messages';
import { HAS_BROWSER, launch, Person } from './browser';
import { Site } from './site';

/** Two sites that have never heard of each other, and a person before each. */
describe.skipIf(!HAS_BROWSER)('the managers of two new sites', () => {
  let directory: string;
  let north: Site;
  let south: Site;
  let browser: Browser;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'bdm-pairing-'));
    const [from, to] = [join(directory, 'from'), join(directory, 'to')];
    for (const place of [from, to]) mkdirSync(place, { recursive: true });
    writeFileSync(join(from, 'tas.nc'), Buffer.alloc(100_000, 1));
    north = new Site(directory, 'north', '--export', `data=${from}:ro`);
    south = new Site(directory, 'south', '--export', `replica=${to}:rw`);
    await Promise.all([north.start(), south.start()]);
    browser = await launch();
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([north?.stop(), south?.stop()]);
    rmSync(directory, { recursive: true, force: true });
  });

  test('pair them by an invitation, and the one that was let in fetches a file', async () => {
    const [inviter, invited] = [
      await Person.at(browser, north.address),
      await Person.at(browser, south.address),
    ];
    await inviter.logIn(north.token);
    await inviter.open('/sites');
    await inviter.page.getByRole('button', { name: 'Add a site' }).click();
    const dialog = inviter.page.getByRole('dialog');
    await dialog.getByLabel('Name of the other site').fill('south');
    await dialog.getByLabel('south may read here').fill('data');
    await inviter.page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Make the invitation' }).click();
    const code = (await dialog.getByText(/^bdm1_/).textContent())!.trim();

    await invited.logIn(south.token);
    await invited.open('/sites');
    await invited.page.getByRole('button', { name: 'Add a site' }).click();
    const form = invited.page.getByRole('dialog');
    await form.getByText('I have a code').click();
    await form.getByLabel('Invitation code').fill(code);
    expect(await form.getByRole('button', { name: /^Pair/ }).isDisabled()).toBe(true);
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Pair with north' }).click();
    await invited.page.getByRole('heading', { level: 1, name: 'north' }).waitFor();

    const items = [{ source: 'bdm://north/data', destination: 'bdm://south/replica/first' }];
    const { id } = await south.api<Job>('POST', '/jobs', { kind: 'TREE', items });
    await invited.open(`/jobs/${id}`);
    await invited.page.getByText('SUCCEEDED', { exact: true }).first().waitFor();
    for (const person of [inviter, invited]) {
      person.assertQuiet();
      await person.context.close();
    }
  });
});
