package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.bdm.core.control.job.JobView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A connection that is open and on which nothing moves. */
@ExtendWith(SharedSites.class)
class StalledWireIT {
    private static final long MIB = 1 << 20;
    /** A dead peer is noticed within 60 s (docs/protocol.md, section 9: 45 s of readable time). */
    private static final Duration NOTICED_WITHIN = Duration.ofSeconds(75);

    @Test
    void aStalledConnectionIsNoticedAndTheJobEnds(TwoSites sites, DataWire wire) throws IOException {
        Path source = Files.createDirectories(sites.sourceData().resolve("stall"));
        new TreeOfSizes(3).file(source.resolve("big.nc"), 32 * MIB);
        long moved = wire.payloadBytes();
        JobLook job = sites.submit("stall", "--max-rate", "16M");
        job.awaitWhileOpen("some MiB", NOTICED_WITHIN, () -> wire.payloadBytes() - moved > 4 * MIB);
        int before = wire.connections();
        wire.stall();
        job.awaitWhileOpen("a new connection", NOTICED_WITHIN, () -> wire.connections() > before);
        JobView end = job.awaitEnd(NOTICED_WITHIN);
        assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
        TreeOracle.assertSame(source, sites.destinationData().resolve("stall"));
    }
}
