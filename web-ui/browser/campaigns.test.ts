import { describeInBrowser, testEveryShape } from './harness';
import { campaignScene } from './scenes/campaigns';

describeInBrowser(
  'campaigns',
  (at) => {
    testEveryShape(at, 'list, one campaign, and a new one', async (measure) => {
      await at.open('/campaigns');
      await at.row('ScenarioMIP for all sites').waitFor();
      await measure('campaigns');
      await at.page.getByRole('button', { name: 'New campaign' }).click();
      await at.page.getByLabel('Name').fill('CORDEX for two');
      await at.page.getByLabel('Source').fill('bdm://dkrz/data/CORDEX');
      await at.page.getByLabel('Destinations').fill('bdm://ipsl/in/CORDEX\nbdm://bsc/in/CORDEX');
      await at.page.keyboard.press('Tab');
      await at.page.getByRole('button', { name: 'Show the plan' }).click();
      await at.page.getByText('This is more than').waitFor();
      await measure('campaign-new');
      await at.page.keyboard.press('Escape');
      await at.page.getByRole('link', { name: 'ScenarioMIP for all sites' }).click();
      await at.row('cmcc').waitFor();
      await measure('campaign');
      at.assertNoComplaints();
    });
  },
  campaignScene,
);
