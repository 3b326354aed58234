package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Each telling of outcomes costs a durable write of the catalog. */
class OutcomesTest {
    private final FetchRig rig = new FetchRig(11);

    @Test
    void filesThatEndOneAfterTheOtherAreToldTogetherAndNoneMuchLater() {
        for (int i = 0; i < 60; i++) rig.tree.addFile("file" + i, 40 * FetchRig.BLOCK_BYTES);
        rig.start();
        rig.runToEnd();

        rig.assertArrived();
        long millis = TimeUnit.NANOSECONDS.toMillis(rig.time.nanoTime());
        assertThat(rig.tellings).isLessThan(30).isLessThanOrEqualTo((int) (millis / 100) + rig.chunksEnded.size());
    }

    @Test
    void theLastFileOfAChunkWaitsForNoOther() {
        rig.tree.addFile("alone", 100);
        long[] placedAtNanos = {0};
        rig.store.faults().beforeCall(call -> placedAtNanos[0] = rig.time.nanoTime());
        rig.onEachOutcome(outcome ->
                assertThat(rig.time.nanoTime() - placedAtNanos[0]).isLessThan(TimeUnit.MILLISECONDS.toNanos(100)));
        rig.start();
        rig.runToEnd();
        assertThat(rig.tellings).isEqualTo(1);
    }
}
