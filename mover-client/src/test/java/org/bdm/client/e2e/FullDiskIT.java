package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.bdm.client.e2e.TreeOracle.Content;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.JobView;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A destination without room: the job waits for a person and says for what. */
class FullDiskIT {
    private static final long MIB = 1 << 20;
    private static final Duration LONGEST = Duration.ofSeconds(90);

    @TempDir
    static Path directory;

    private static Path small;
    private static TwoSites sites;

    /** The destination has 160 MiB. */
    @BeforeAll
    static void start() throws IOException {
        assumeTrue(Shell.run("id -u").strip().equals("0"), "only root may mount a small tmpfs");
        small = Files.createDirectories(directory.resolve("small"));
        assumeTrue(
                Shell.run("mount -t tmpfs -o size=160m bdm-small \"$1\" && echo yes || echo no", small)
                        .strip()
                        .endsWith("yes"),
                "a tmpfs cannot be mounted here");
        sites = TwoSites.paired(SiteSetup.in(directory).destinationData(small.resolve("replica")));
    }

    @AfterAll
    static void stop() throws IOException {
        if (sites != null) sites.close();
        Shell.run("! mountpoint -q \"$1\" || umount -l \"$1\"", directory.resolve("small"));
    }

    /** The disk is as empty as it was. */
    @AfterEach
    void makeRoom() throws IOException {
        Shell.run("rm -rf \"$1/ballast\" \"$1/replica/known\" \"$1/replica/filled\"", small);
    }

    @Test
    void aJobThatDoesNotFitPausesBeforeItsFirstByteAndEndsWhenThereIsRoom() throws IOException {
        Path source = tree("known");
        Path ballast = small.resolve("ballast");
        new TreeOfSizes(65).file(ballast, 36 * MIB);

        JobLook job = sites.submit("known");
        JobView paused = awaitNoSpace(job);
        assertThat(paused.stateReason().text())
                .containsPattern("\\d+ bytes are needed, \\d+ are free, \\d+ are missing");
        assertThat(sites.client("status", job.id()).out())
                .as("the words of REST")
                .contains(paused.stateReason().text());
        assertThat(paused.bytes().moved()).as("nothing was asked for").isZero();
        for (FileView file : job.files(null)) assertThat(file.attempts()).isZero();
        assertThat(sites.client("wait", job.id(), "--fail-on-pause").code()).isEqualTo(9);
        assertThat(sites.destinationData().resolve("known")).doesNotExist();

        Files.delete(ballast);
        resumesAndEnds(job, source);
    }

    @Test
    void aJobWhoseDiskIsFilledByOthersPausesAndEndsWhenThereIsRoom() throws IOException {
        Path source = tree("filled");
        JobLook job = sites.submit("filled", "--max-rate", "20MB");
        job.await("the first bytes", LONGEST, now -> now.bytes().durable() > 0);
        Path ballast = small.resolve("ballast");
        Shell.run("head -c 160m /dev/zero > \"$1\" || true", ballast);

        JobView paused = awaitNoSpace(job);
        assertThat(paused.stateReason().text()).containsPattern("\\d+ bytes are needed, \\d+ are free");
        for (FileView file : job.files(null)) assertThat(file.attempts()).isLessThanOrEqualTo(3);
        assertEveryFinalNameIsWhole(source, sites.destinationData().resolve("filled"));

        Files.delete(ballast);
        assertThat(sites.client("set", job.id(), "--max-rate", "0").code()).isZero();
        resumesAndEnds(job, source);
    }

    /** 150 MiB: more than is asked for ahead. */
    private static Path tree(String name) throws IOException {
        Path source = Files.createDirectories(sites.sourceData().resolve(name));
        TreeOfSizes files = new TreeOfSizes(64);
        for (int i = 0; i < 30; i++) files.file(source.resolve("f" + i), 5 * MIB);
        return source;
    }

    private static JobView awaitNoSpace(JobLook job) {
        JobView paused = job.await("a pause", LONGEST, now -> now.state().equals("PAUSED"));
        assertThat(paused.stateReason().code()).as(job.told()).isEqualTo("NO_SPACE");
        assertThat(paused.stateReason().text()).contains("resume");
        return paused;
    }

    private static void resumesAndEnds(JobLook job, Path source) throws IOException {
        assertThat(sites.client("resume", job.id()).code()).isZero();
        assertThat(job.awaitEnd(LONGEST).state()).as(job.told()).isEqualTo("SUCCEEDED");
        TreeOracle.assertSame(source, sites.destinationData().resolve(source.getFileName()));
        assertThat(sites.partialFiles()).isEmpty();
    }

    private static void assertEveryFinalNameIsWhole(Path source, Path destination) throws IOException {
        if (!Files.exists(destination)) return;
        TreeOracle.read(destination).forEach((name, content) -> {
            try {
                Content expected = TreeOracle.of(source.resolve(name));
                assertThat(content.size()).as(name).isEqualTo(expected.size());
                assertThat(content.mtime()).as(name).isEqualTo(expected.mtime());
                assertThat(expected.isIn(content.file())).as(name).isTrue();
            } catch (IOException e) {
                throw new AssertionError(name, e);
            }
        });
    }
}
