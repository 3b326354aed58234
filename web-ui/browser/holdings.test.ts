import { expect, test } from 'vitest';
import { describeInBrowser, testEveryShape } from './harness';
import { holdingScene } from './scenes/holdings';

describeInBrowser(
  'holdings',
  (at) => {
    testEveryShape(at, 'holdings', async (measure) => {
      await at.open('/holdings');
      await at.page.getByText('DAMAGED').last().waitFor();
      await measure('holdings-files');
      await at.page.goto(`${at.address}/holdings?tab=surveys`);
      await at.row('survey').or(at.row('bdm://dkrz/old')).first().waitFor();
      await measure('holdings-surveys');
      await at.page.getByRole('button', { name: 'Start a scan or check …' }).click();
      await at.page.getByLabel('Kind', { exact: true }).selectOption('RECONCILE');
      await measure('holdings-survey-new');
      await at.page.goto(`${at.address}/holdings?tab=quarantine`);
      await at.page
        .getByRole('button', { name: /^Restore/ })
        .first()
        .click();
      await at.page.getByText(/go back to their places/).waitFor();
      await measure('holdings-restore');
      await at.page.keyboard.press('Escape');
      await at.page.getByRole('dialog').waitFor({ state: 'detached' });
      await measure('holdings-quarantine');
      await at.page.goto(`${at.address}/holdings?tab=scrub`);
      await at.page.getByText(/of 480,000 files checked/).waitFor();
      await measure('holdings-scrub');
      await at.page.getByRole('button', { name: 'Change the budget …' }).click();
      await at.page.getByRole('dialog').waitFor();
      await measure('holdings-scrub-budget');
      at.assertNoComplaints();
    });

    testEveryShape(at, 'findings', async (measure) => {
      await at.open('/holdings/surveys/survey-4');
      const directory = at.page.getByRole('button', { name: /\/tas\/gr/ });
      await directory.waitFor();
      await measure('survey');
      await directory.click();
      await at.page.getByText('size is 1834').first().waitFor();
      await measure('survey-directory');
      at.assertNoComplaints();
    });

    testEveryShape(at, 'purge plans', async (measure) => {
      await at.open('/holdings?tab=purges');
      await at.page.getByText('purge-7').first().waitFor();
      await measure('purges');
      await at.page.getByRole('button', { name: 'Create a plan …' }).click();
      await at.page.getByRole('dialog').waitFor();
      await measure('purge-new');
      await at.page.goto(`${at.address}/holdings/purges/purge-7`);
      await at.page.getByText('none known of 1 dataset version').waitFor();
      await measure('purge');
      await at.page.getByRole('button', { name: 'Apply …' }).click();
      await at.page.getByText('This cannot be undone').waitFor();
      await measure('purge-apply');
      await at.page.goto(`${at.address}/holdings/purges/purge-6`);
      await at.page.getByRole('button', { name: 'Apply …' }).click();
      await at.page.getByLabel(/Enter the number of files/).waitFor();
      await measure('purge-mirror-apply');
      await at.page.goto(`${at.address}/holdings/purges/purge-5`);
      await at.page.getByText('KEPT').first().waitFor();
      await measure('purge-applied');
      at.assertNoComplaints();
    });

    test('a plan is not applied by Enter alone: the button back has the focus', async () => {
      await at.open('/holdings/purges/purge-7');
      await at.page.getByRole('button', { name: 'Apply …' }).focus();
      await at.page.keyboard.press('Enter');
      await expect.poll(() => at.page.evaluate(() => document.activeElement?.textContent)).toBe('Back');
      await at.page.keyboard.press('Enter');
      await at.page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(at.server.changes).toEqual([]);
      await at.page.getByRole('button', { name: 'Apply …' }).click();
      await at.page.getByRole('button', { name: 'Delete 36 files' }).click();
      await expect.poll(() => at.server.changes).toEqual(['POST /purges/purge-7/apply']);
    });
  },
  holdingScene,
);
