package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.junit.jupiter.api.Test;

/** A node does not start with limits under which nobody could ask for anything. */
class ServeOptionsTest {
    private static ServeOptions options(int blockBytes, long bytesMax, int requestsMax, int itemsMax) {
        return new ServeOptions(
                new SiteName("a"),
                new NodeId("a".repeat(64)),
                1,
                new OfferedLimits(blockBytes, bytesMax, requestsMax, itemsMax),
                List::of);
    }

    private static void assertRefused(int blockBytes, long bytesMax, int requestsMax, int itemsMax) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> options(blockBytes, bytesMax, requestsMax, itemsMax));
    }

    @Test
    void oneBlockOneRequestAndOneFileAreTheLeast() {
        assertThat(options(1 << 20, 1 << 20, 1, 1).limits().itemsPerWantMax()).isEqualTo(1);
        assertRefused(1 << 20, (1 << 20) - 1, 1, 1);
        assertRefused(1 << 20, 1 << 20, 0, 1);
        assertRefused(1 << 20, 1 << 20, 1, 0);
    }

    @Test
    void standardLimitsAreThoseOfTheDocumentation() {
        ServeOptions standard = ServeOptions.of(new SiteName("a"), new NodeId("a".repeat(64)), 1, 1 << 20);
        assertThat(standard.limits()).isEqualTo(new OfferedLimits(1 << 20, 256L << 20, 256, 4096));
    }
}
