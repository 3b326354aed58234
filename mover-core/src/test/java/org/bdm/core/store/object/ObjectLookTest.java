package org.bdm.core.store.object;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.s3.MemoryBucket;
import org.bdm.core.store.BatchLook;
import org.bdm.core.store.StorePath;
import org.bdm.core.testkit.TurnedClock;
import org.junit.jupiter.api.Test;

/** A look at many objects shows what single looks show, with fewer requests. */
class ObjectLookTest {
    private final MemoryBucket bucket = new MemoryBucket(new TurnedClock());
    private final ObjectStore store = new ObjectStore(bucket, "tree");

    private void assertShowsWhatSingleLooksShow(String... paths) {
        try (BatchLook look = store.look()) {
            for (String path : paths) {
                StorePath at = StorePath.ofUtf8(path);
                assertThat(look.status(at)).as(path).isEqualTo(store.status(at));
            }
        }
    }

    @Test
    void filesDirectoriesAndMissingOnesAreTold() {
        bucket.foreign("tree/d/a", new byte[3]);
        bucket.foreign("tree/d/a-b", new byte[4]);
        bucket.foreign("tree/d/sub/x", new byte[5]);
        bucket.foreign("elsewhere/d/z", new byte[5]);
        assertShowsWhatSingleLooksShow("d/a", "d/a-b", "d/a.nc", "d/sub", "d/su", "d/z", "d", "e", "e/f", "d/.bdm");
    }

    @Test
    void whatAPageDoesNotReachIsAskedForAlone() {
        for (int i = 0; i < 1500; i++) bucket.foreign("tree/d/f%04d".formatted(i), new byte[i % 7]);
        assertShowsWhatSingleLooksShow("d/f0000", "d/f0998", "d/f0999", "d/f1000", "d/f1499", "d/f1500", "d/a");
    }

    @Test
    void oneRequestAnswersForADirectory() {
        for (int i = 0; i < 500; i++) bucket.foreign("tree/d/f%04d".formatted(i), new byte[i % 7]);
        int before = bucket.calls().size();
        try (BatchLook look = store.look()) {
            for (int i = 0; i < 900; i++) {
                assertThat(look.status(StorePath.ofUtf8("d/f%04d".formatted(i))).isPresent())
                        .isEqualTo(i < 500);
            }
        }
        assertThat(bucket.calls().size() - before).isEqualTo(1);
    }
}
