package org.bdm.client.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bdm.core.control.job.JobOptions;
import org.junit.jupiter.api.Test;

class OptionWordsTest {
    @Test
    void eachOptionIsSaidByTheNameThatTheCommandHasForIt() {
        JobOptions options = JobOptions.DEFAULTS
                .but()
                .syncLevel("checksum")
                .onNoSpace("trickle")
                .hardLinks("keep")
                .delete(true)
                .dscp("CS1")
                .streams(4)
                .build();
        assertThat(OptionWords.of(options))
                .isEqualTo("sync-level checksum, streams 4, delete, on-no-space trickle, dscp CS1, hard-links keep");
    }

    @Test
    void whatMostJobsHaveIsNotSaid() {
        JobOptions options = JobOptions.DEFAULTS
                .but()
                .onNoSpace("pause")
                .hardLinks("copy")
                .order("listed")
                .include(List.of("*.nc"))
                .priority(2)
                .build();
        assertThat(OptionWords.of(options)).isEmpty();
    }
}
