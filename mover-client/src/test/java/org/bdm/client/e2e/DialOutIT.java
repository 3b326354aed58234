package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.bdm.client.demo.ServerProcess;
import org.bdm.client.e2e.TwoSites.Result;
import org.bdm.core.control.job.JobView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A source behind a firewall: nobody reaches its data port, it dials the destination's. */
class DialOutIT {
    private static final Duration LONGEST = Duration.ofSeconds(120);

    @TempDir
    Path directory;

    @Test
    void aSourceThatCannotBeReachedDialsOutAndTheJobEndsAlsoAfterAKillOfEither() throws IOException {
        // What the source tells of itself leads nowhere: as if everything towards it were dropped.
        String nowhere = "127.0.0.1:" + SiteSetup.freePort();
        String dataPort = Integer.toString(SiteSetup.freePort());
        SiteSetup setup = SiteSetup.in(directory).sourceArguments("--data-port", dataPort, "--advertise", nowhere);
        try (TwoSites sites = TwoSites.started(setup)) {
            pairFromBehindTheFirewall(sites);
            sites.source().stop();
            try (ServerProcess dialling =
                    sites.source(List.of("--data-port", dataPort, "--advertise", nowhere, "--dial-out", "b"))) {
                dialling.start();
                replicates(sites, dialling);
            }
        }
    }

    private static void replicates(TwoSites sites, ServerProcess dialling) throws IOException {
        Path source = sites.sourceData().resolve("tree");
        new TreeOfSizes(5).write(source, 20, 8L << 20);
        new TreeOfSizes(6).file(source.resolve("big"), 32L << 20);
        JobLook job = sites.submit("tree", "--max-rate", "6M");
        job.await("files", LONGEST, now -> now.files().done() > 5);
        dialling.kill();
        dialling.start();
        job.await("more files", LONGEST, now -> now.files().done() > 10);
        sites.destination().kill();
        sites.destination().start();
        JobView end = job.awaitEnd(LONGEST);
        assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
        TreeOracle.assertSame(source, sites.destinationData().resolve("tree"));
    }

    /** The destination invites, the source shows the invitation: the only direction in which a connection can be made. */
    private static void pairFromBehindTheFirewall(TwoSites sites) throws IOException {
        Result invited = sites.client("site", "invite", "a", "--read", "replica");
        assertThat(invited.code()).as(invited.toString()).isZero();
        Result added = TwoSites.client(
                sites.source(), "site", "add", "b", invited.out().strip(), "--read", "data");
        assertThat(added.code()).as(added.toString()).isZero();
    }
}
