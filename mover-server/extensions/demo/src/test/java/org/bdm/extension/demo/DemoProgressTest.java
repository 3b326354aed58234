package org.bdm.extension.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.bdm.server.demo.DemoSize;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("U1")
class DemoProgressTest {
    private long now;

    @Test
    void whoWaitsIsToldAtOnceEveryFewSecondsAndAtTheEnd() {
        List<String> told = new ArrayList<>();
        DemoProgress progress = new DemoProgress(told::add, () -> now);
        progress.begins(new DemoSize(2_000_000, 5_000));
        for (int second = 1; second <= 12; second++) {
            now = second * 1_000_000_000L;
            progress.at(second * 100_000L);
        }
        progress.ends(1_300_000);
        assertThat(told)
                .containsExactly(
                        "making demo data: 2,000,000 files, 5,000 datasets; 2 million files take about a minute",
                        "demo data: 500,000 rows after 5 s",
                        "demo data: 1,000,000 rows after 10 s",
                        "demo data: done, 1,300,000 rows in 12 s");
    }
}
