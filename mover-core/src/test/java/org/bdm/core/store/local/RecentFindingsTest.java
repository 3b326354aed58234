package org.bdm.core.store.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;

class RecentFindingsTest {
    private static final StorePath DIRECTORY = StorePath.ofUtf8("archive/tas");
    private static final long VALID_NANOS = 100;

    private long nanoTime;
    private final RecentFindings<String> recent = new RecentFindings<>(VALID_NANOS, () -> nanoTime);

    @Test
    void aFindingIsUsedAsLongAsItIsValid() {
        recent.keep(DIRECTORY, recent.now("found"));
        nanoTime += VALID_NANOS - 1;
        assertThat(recent.find(DIRECTORY).value()).isEqualTo("found");
        nanoTime++;
        assertThat(recent.find(DIRECTORY)).isNull();
    }

    @Test
    void aFindingFromAboveExpiresBelowAtTheSameTime() {
        recent.keep(DIRECTORY, recent.now("found"));
        nanoTime += VALID_NANOS - 1;
        recent.keep(StorePath.ofUtf8("archive/tas/v1"), recent.find(DIRECTORY));
        nanoTime++;
        assertThat(recent.find(StorePath.ofUtf8("archive/tas/v1"))).isNull();
    }

    @Test
    void nothingIsFoundAfterForgetting() {
        recent.keep(DIRECTORY, recent.now("found"));
        recent.forget();
        assertThat(recent.find(DIRECTORY)).isNull();
    }

    @Test
    void itStaysSmall() {
        for (int i = 0; i <= 10_000; i++) recent.keep(StorePath.ofUtf8("d" + i), recent.now("found"));
        assertThat(recent.find(StorePath.ofUtf8("d0"))).isNull();
        assertThat(recent.find(StorePath.ofUtf8("d10000"))).isNotNull();
    }
}
