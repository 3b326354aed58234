import { describeInBrowser, testEveryShape } from './harness';
import { replicateScene } from './scenes/replicate';

describeInBrowser(
  'new replication',
  (at) => {
    testEveryShape(at, 'a tree with its plan, and a search', async (measure) => {
      await at.open('/replicate?source=bdm://ipsl/cmip6/CMIP6/ScenarioMIP&to=bdm://dkrz/replica/CMIP6');
      await at.page.getByText('README.txt').first().waitFor();
      await at.page.getByRole('button', { name: 'Show the plan' }).click();
      await at.page.getByText('Where the bytes come from').waitFor();
      await measure('replicate-tree');
      await at.page.goto(`${at.address}/replicate?from=search&q=table_id%3DAmon&to=bdm://dkrz/replica/CMIP6`);
      await at.page.getByText('north').first().waitFor();
      await at.page.getByText('More options').click();
      await measure('replicate-search');
      await at.page.goto(`${at.address}/replicate?from=file`);
      await at.page.getByRole('button', { name: 'Choose a file' }).waitFor();
      await measure('replicate-list');
      at.assertNoComplaints();
    });
  },
  replicateScene,
);
