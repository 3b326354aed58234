import { describeInBrowser, testEveryShape } from './harness';
import { handoverScene } from './scenes/handovers';

describeInBrowser(
  'handovers',
  (at) => {
    testEveryShape(at, 'list, one handover, and handing over again', async (measure) => {
      await at.open('/handovers');
      await at.row('IPSL-CM6A-LR').waitFor();
      await measure('handovers');
      await at.page.getByRole('link', { name: /IPSL-CM6A-LR/ }).click();
      await at.row('has 0 of 43690133 bytes').waitFor();
      await measure('handover');
      await at.page.getByRole('button', { name: 'Hand over again' }).click();
      await at.page.getByText('Also replace other files').waitFor();
      await measure('handover-again');
      at.assertNoComplaints();
    });
  },
  handoverScene,
);
