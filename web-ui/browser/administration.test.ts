import { describeInBrowser, testEveryShape } from './harness';
import { administrationScene } from './scenes/administration';

describeInBrowser(
  'administration',
  (at) => {
    testEveryShape(at, 'audit, people, tokens', async (measure) => {
      await at.open('/audit');
      await at.page.getByText('applied purge-3').first().waitFor();
      await measure('audit');
      await at.page.goto(`${at.address}/people`);
      await at.page.getByText('Ann Example').first().waitFor();
      await measure('people');
      await at.page.getByRole('button', { name: 'Add a person' }).click();
      await at.page.getByLabel('User name').waitFor();
      await measure('person-new');
      await at.page.goto(`${at.address}/people?tab=tokens`);
      await at.page.getByText('dashboard').first().waitFor();
      await measure('tokens');
      at.assertNoComplaints();
    });

    testEveryShape(at, 'settings', async (measure) => {
      await at.open('/settings');
      await at.page.getByText('flow.example.org answered').first().waitFor();
      await measure('hooks');
      await at.page.getByRole('button', { name: 'Add a hook' }).click();
      await at.page.getByLabel('Name', { exact: false }).first().waitFor();
      await measure('hook-new');
      await at.page.goto(`${at.address}/settings?tab=backups`);
      await at.page.getByText('before-upgrade.zip').first().waitFor();
      await measure('backups');
      await at.page.goto(`${at.address}/settings?tab=doctor`);
      await at.page.getByRole('button', { name: 'Examine this node' }).click();
      await at.page.getByText('open-files').first().waitFor();
      await measure('doctor');
      await at.page.goto(`${at.address}/settings?tab=password`);
      await at.page.getByLabel('New password again').waitFor();
      await measure('password');
      at.assertNoComplaints();
    });
  },
  administrationScene,
);
