package org.bdm.core.store.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;

class KnownMountsTest {
    private static final StorePath DIRECTORY = StorePath.ofUtf8("archive/tas");
    private static final Statx.Mount MOUNT = new Statx.Mount(1, 2);

    private long nanoTime;
    private final KnownMounts known = new KnownMounts(() -> nanoTime);

    @Test
    void aMountIsKnownForASecond() {
        known.put(DIRECTORY, known.found(MOUNT));
        nanoTime += KnownMounts.VALID_NANOS - 1;
        assertThat(known.find(DIRECTORY).mount()).isEqualTo(MOUNT);
        nanoTime++;
        assertThat(known.find(DIRECTORY)).isNull();
    }

    @Test
    void whatWasFoundForADirectoryAboveGetsNoOlderByBeingUsedBelow() {
        known.put(DIRECTORY, known.found(MOUNT));
        nanoTime += KnownMounts.VALID_NANOS - 1;
        known.put(StorePath.ofUtf8("archive/tas/v1"), known.find(DIRECTORY));
        nanoTime++;
        assertThat(known.find(StorePath.ofUtf8("archive/tas/v1"))).isNull();
    }

    @Test
    void nothingIsKnownAfterForgetting() {
        known.put(DIRECTORY, known.found(MOUNT));
        known.forget();
        assertThat(known.find(DIRECTORY)).isNull();
    }

    @Test
    void itStaysSmall() {
        for (int i = 0; i <= 10_000; i++) known.put(StorePath.ofUtf8("d" + i), known.found(MOUNT));
        assertThat(known.find(StorePath.ofUtf8("d0"))).isNull();
        assertThat(known.find(StorePath.ofUtf8("d10000"))).isNotNull();
    }
}
