package org.bdm.server.upkeep;

import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UpkeepTest {
    @Test
    void aPassThatMetAnErrorIsTriedAgain() {
        AtomicInteger passes = new AtomicInteger();
        try (Upkeep upkeep = new Upkeep("test", 1, () -> {
            if (passes.incrementAndGet() == 1) throw new StackOverflowError("of a test");
        })) {
            upkeep.start();
            await().until(() -> passes.get() > 1);
        }
    }
}
