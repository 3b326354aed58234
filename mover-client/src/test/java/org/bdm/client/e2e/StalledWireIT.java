package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.bdm.core.control.job.JobView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A connection that is open and on which nothing moves. It takes a minute of waiting, so it goes beside other tests. */
@Execution(ExecutionMode.CONCURRENT)
class StalledWireIT {
    private static final long MIB = 1 << 20;
    /** A dead peer is noticed within 60 s (docs/protocol.md, section 9: 45 s of readable time). */
    private static final Duration NOTICED_WITHIN = Duration.ofSeconds(75);

    @TempDir
    Path directory;

    @Test
    void aStalledConnectionIsNoticedAndTheJobEnds() throws IOException {
        try (DataWire wire = new DataWire();
                TwoSites sites = TwoSites.paired(SiteSetup.in(directory).through(wire))) {
            Path source = Files.createDirectories(sites.sourceData().resolve("stall"));
            new TreeOfSizes(3).file(source.resolve("big.nc"), 32 * MIB);
            JobLook job = sites.submit("stall", "--max-rate", "16M");
            job.awaitWhileOpen("some MiB", NOTICED_WITHIN, () -> wire.payloadBytes() > 4 * MIB);
            int before = wire.connections();
            wire.stall();
            job.awaitWhileOpen("a new connection", NOTICED_WITHIN, () -> wire.connections() > before);
            JobView end = job.awaitEnd(NOTICED_WITHIN);
            assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
            TreeOracle.assertSame(source, sites.destinationData().resolve("stall"));
        }
    }
}
