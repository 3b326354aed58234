package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.bdm.core.control.FileView;
import org.bdm.core.control.JobView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A destination without room: the job waits for a person and says for what. */
class FullDiskIT {
    private static final long MIB = 1 << 20;
    private static final Duration LONGEST = Duration.ofSeconds(90);

    @TempDir
    Path directory;

    @Test
    void aJobWithoutRoomPausesAndEndsWhenThereIsRoom() throws IOException {
        assumeTrue(Shell.run("id -u").strip().equals("0"), "only root may mount a small tmpfs");
        Path small = Files.createDirectories(directory.resolve("small"));
        assumeTrue(
                Shell.run("mount -t tmpfs -o size=64m bdm-small \"$1\" && echo yes || echo no", small)
                        .strip()
                        .endsWith("yes"),
                "a tmpfs cannot be mounted here");
        try (TwoSites sites = TwoSites.paired(SiteSetup.in(directory).destinationData(small.resolve("replica")))) {
            pausesAndEnds(sites, small);
        } finally {
            Shell.run("umount -l \"$1\"", small);
        }
    }

    private static void pausesAndEnds(TwoSites sites, Path small) throws IOException {
        Path source = Files.createDirectories(sites.sourceData().resolve("tree"));
        TreeOfSizes files = new TreeOfSizes(64);
        for (int i = 0; i < 9; i++) files.file(source.resolve("f" + i), 5 * MIB);
        Path ballast = small.resolve("ballast");
        files.file(ballast, 36 * MIB);

        JobLook job = sites.submit("tree");
        JobView paused = job.await("a pause", LONGEST, now -> now.state().equals("PAUSED"));
        assertThat(paused.stateReason().code()).as(job.told()).isEqualTo("NO_SPACE");
        assertThat(paused.stateReason().text())
                .containsPattern("\\d+ bytes are needed, \\d+ are free")
                .contains("resume");
        assertThat(sites.client("wait", job.id(), "--fail-on-pause").code()).isEqualTo(9);
        for (FileView file : job.files(null)) assertThat(file.attempts()).isLessThanOrEqualTo(3);
        assertEveryFinalNameIsWhole(source, sites.destinationData().resolve("tree"));

        Files.delete(ballast);
        assertThat(sites.client("resume", job.id()).code()).isZero();
        assertThat(job.awaitEnd(LONGEST).state()).as(job.told()).isEqualTo("SUCCEEDED");
        TreeOracle.assertSame(source, sites.destinationData().resolve("tree"));
        assertThat(sites.partialFiles()).isEmpty();
    }

    private static void assertEveryFinalNameIsWhole(Path source, Path destination) throws IOException {
        if (!Files.exists(destination)) return;
        TreeOracle.read(destination).forEach((name, content) -> {
            try {
                assertThat(content).as(name).isEqualTo(TreeOracle.of(source.resolve(name)));
            } catch (IOException e) {
                throw new AssertionError(name, e);
            }
        });
    }
}
