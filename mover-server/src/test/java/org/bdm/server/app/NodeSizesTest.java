package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.writer.WriterSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a node works with, by its processors and by what it is told. */
class NodeSizesTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1, 2, 2, 1, 2, 2, 2, 4",
        "2, 1, 2, 2, 1, 2, 2, 2, 4",
        "16, 8, 2, 16, 8, 4, 4, 4, 8",
        "64, 8, 8, 64, 32, 8, 8, 8, 16",
        "256, 8, 8, 64, 64, 8, 8, 8, 16"
    })
    void sizesFollowFromTheProcessorsUpToWhatOneNodeCanUse(
            int processors,
            int streamLoops,
            int sessionLoops,
            int readers,
            int hashers,
            int writers,
            int packWriters,
            int streams,
            int jobs) {
        assertThat(NodeSizes.of(processors, Map.of()))
                .hasToString("sizes on " + processors + (processors == 1 ? " processor" : " processors")
                        + ": stream-loops " + streamLoops + ", session-loops " + sessionLoops + ", readers " + readers
                        + ", hashers " + hashers + ", writers " + writers + ", pack-writers " + packWriters
                        + ", streams " + streams + ", jobs " + jobs);
    }

    @Test
    void whatIsSaidWinsAndTheOthersStay() {
        NodeSizes sizes = NodeSizes.of(2, Map.of("writers", "12", "jobs", "1"));
        assertThat(sizes.of(NodeSizes.Size.JOBS)).isEqualTo(1);
        assertThat(sizes.of(NodeSizes.Size.READERS)).isEqualTo(2);
        assertThat(sizes.writers().writerThreads()).isEqualTo(12);
        assertThat(sizes.writers().packThreads()).isEqualTo(2);
    }

    @Test
    void writersOfASmallNodeAreThoseThatWereMeasured() {
        assertThat(NodeSizes.of(2, Map.of()).writers()).isEqualTo(WriterSettings.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "writer | 2 | --size writer is none of stream-loops, session-loops, readers, hashers, writers, pack-writers, streams, jobs",
                "writers | many | --size writers=many: not a number",
                "writers | 0 | --size writers=0 is not between 1 and 64",
                "streams | 17 | --size streams=17 is not between 1 and 16"
            })
    void whatCannotBeIsRefusedWithItsRange(String name, String number, String detail) {
        assertThatThrownBy(() -> NodeSizes.of(2, Map.of(name, number)))
                .isInstanceOfSatisfying(MoverException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
                    assertThat(e.detail()).isEqualTo(detail);
                });
    }
}
