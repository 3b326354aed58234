import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InBrowser } from '../browser/harness';

const STEP_MILLIS = 3_000;
const HOURS = 8;
const STEPS = (HOURS * 3_600_000) / STEP_MILLIS;
const WARM_STEPS = 400;
const MORE_MAX = 1.2;

interface Heap {
  bytes: number;
  nodes: number;
  listeners: number;
}

/** A page that stays open for a working day of events, with its clock turned as fast as it goes. */
describe('a page that is open all day', () => {
  const at = new InBrowser();

  beforeAll(async () => {
    await at.launch();
    await at.begin(() => undefined);
  });

  afterAll(async () => {
    await at.end();
    await at.quit();
  });

  async function heap(): Promise<Heap> {
    const session = await at.page.context().newCDPSession(at.page);
    for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
    await session.detach();
    return { bytes: usedSize, nodes, listeners: jsEventListeners };
  }

  test.each(['/', '/jobs'])(
    'does not grow over eight hours of events, and stays live: %s',
    { timeout: 1_800_000 },
    async (path) => {
      await at.open(path);
      await at.page.clock.install();
      let before: Heap | null = null;
      for (let step = 0; step < STEPS; step += 1) {
        const job = at.scene.jobs[step % at.scene.jobs.length]!;
        at.server.tell({ id: step, jobId: job.id, code: 'ACTIVE', text: `step ${step}` });
        at.server.alive();
        await at.page.clock.runFor(STEP_MILLIS);
        if (step === WARM_STEPS) before = await heap();
      }
      const after = await heap();
      console.log(
        `${path}: heap ${before!.bytes} to ${after.bytes} bytes (${(after.bytes / before!.bytes).toFixed(2)}), ` +
          `nodes ${before!.nodes} to ${after.nodes}, listeners ${before!.listeners} to ${after.listeners}; ` +
          `${STEPS} events`,
      );
      expect(after.bytes).toBeLessThan(before!.bytes * MORE_MAX);
      await at.page.getByText('Live', { exact: true }).waitFor();
      at.assertNoComplaints();
      await at.openPage();
    },
  );
});
