import { expect, test } from 'vitest';
import { describeInBrowser, testEveryShape } from './harness';
import { CODE, linkScene } from './scenes/links';

describeInBrowser(
  'links, sites and data nodes',
  (at) => {
    testEveryShape(at, 'links', async (measure) => {
      await at.open('/links');
      await at.row('llnl').waitFor();
      await measure('links');
      await at.page.getByRole('link', { name: 'llnl', exact: true }).click();
      await at.page.getByText('holds job-7 back').waitFor();
      await at.page.getByRole('img', { name: 'Measured rates' }).waitFor();
      await measure('link');
      at.assertNoComplaints();
    });

    testEveryShape(at, 'sites', async (measure) => {
      await at.open('/sites');
      await at.row('unreachable').waitFor();
      await measure('sites');
      await at.page.getByRole('button', { name: 'Add a site' }).click();
      await at.page.getByLabel('Name of the other site').fill('bsc');
      await at.page.getByRole('combobox', { name: 'bsc may read here' }).fill('cmip6/CMIP');
      await at.page.keyboard.press('Enter');
      await measure('site-invite');
      await at.page.getByRole('button', { name: 'Make the invitation' }).click();
      await at.page.getByText(CODE).waitFor();
      await measure('site-invited');
      await at.page.getByRole('button', { name: 'I have copied it' }).click();
      await at.page.getByRole('button', { name: 'Add a site' }).click();
      await at.page.getByText('I have a code').click();
      await at.page.getByLabel('Invitation code').fill(CODE);
      await at.page.getByLabel(/I compared it/).check();
      await measure('site-accept');
      await at.page.keyboard.press('Escape');
      await at.page.getByRole('link', { name: 'ipsl', exact: true }).click();
      await at.page.getByText('data3.ipsl.example:8471').waitFor();
      await at.page.getByText('upgrade of the file system').first().waitFor();
      await measure('site');
      await at.page.getByRole('button', { name: 'Ban …' }).click();
      await at.page.getByRole('dialog').waitFor();
      await measure('site-ban');
      await at.page.goto(`${at.address}/sites/dkrz`);
      await at.row('node-4').first().waitFor();
      await at.row('cmip6 export').waitFor();
      await measure('site-local');
      await at.page.getByRole('button', { name: 'Limit … cmip6' }).click();
      await at.page.getByRole('dialog').waitFor();
      await measure('site-limit');
      at.assertNoComplaints();
    });

    testEveryShape(at, 'data nodes', async (measure) => {
      await at.open('/data-nodes');
      await at.row('esgf-node.ornl.example').waitFor();
      await measure('data-nodes');
      await at.page.getByRole('button', { name: 'Settings … esgf-data1.llnl.example' }).click();
      await at.page.getByRole('dialog').waitFor();
      await measure('data-node-settings');
      at.assertNoComplaints();
    });

    test('hours are drawn with the mouse and switched with the keyboard', async () => {
      await at.open('/links/llnl/dkrz');
      const text = at.page.getByLabel('The same as text, a window each line');
      const hour = (name: string) => at.page.getByRole('button', { name, exact: true });
      await hour('Mon 09:00-10:00').hover();
      await at.page.mouse.down();
      await hour('Mon 10:00-11:00').hover();
      await hour('Mon 11:00-12:00').hover();
      await at.page.mouse.up();
      expect(await text.inputValue()).toContain('Mon 09:00-12:00 Europe/Berlin');
      await hour('Mon 11:00-12:00').focus();
      await at.page.keyboard.press('ArrowRight');
      await at.page.keyboard.press(' ');
      expect(await text.inputValue()).toContain('Mon 09:00-13:00 Europe/Berlin');
      await at.page.getByRole('button', { name: 'Set the hours' }).click();
      await expect.poll(() => at.server.changes).toEqual(['PUT /windows/llnl/dkrz']);
    });

    test('a measurement is started and shows its progress', async () => {
      await at.open('/links/llnl/dkrz');
      await at.page.getByRole('button', { name: 'Measure', exact: true }).click();
      await at.page.getByText(/Measuring mem-mem for .* of 10 s/).waitFor();
      expect(at.server.changes).toEqual(['POST /links/llnl/dkrz/benches']);
      await at.shoot('link-measuring-1280-light');
      at.assertNoComplaints();
    });
  },
  linkScene,
);
