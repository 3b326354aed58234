package org.bdm.client.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PluralTest {
    @Test
    void oneThingIsNotMany() {
        assertThat(Plural.of(1, "file")).isEqualTo("1 file");
        assertThat(Plural.of(0, "file")).isEqualTo("0 files");
        assertThat(Plural.of(2, "entry")).isEqualTo("2 entries");
        assertThat(Plural.of(2, "day")).isEqualTo("2 days");
    }

    @Test
    void aListOfNumbersLeavesOutZeros() {
        assertThat(new Plural.Listed()
                        .with(3, "done")
                        .with(0, "failed")
                        .withBytes(1024, "moved")
                        .after("3"))
                .isEqualTo("3: 3 done, 1.0 KiB moved");
        assertThat(new Plural.Listed().with(0, "done").after("0")).isEqualTo("0");
    }
}
