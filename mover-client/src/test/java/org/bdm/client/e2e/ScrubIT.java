package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.bdm.core.control.holding.ScrubView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bits flip in an archive that nobody reads: the scrub finds every file, also over a kill, and a repair brings the right bytes back. */
class ScrubIT {
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int FILES = 1_000;
    private static final int FLIPPED = 50;
    private static final int BYTES_MAX = 20_000;

    private final Random random = new Random(20_261_125);

    @TempDir
    Path directory;

    @Test
    void findsAndRepairsEveryFileWithAFlippedBit() throws Exception {
        try (TwoSites sites = TwoSites.paired(directory)) {
            writeTree(sites.sourceData().resolve("tree"));
            JobLook job = sites.submit("tree");
            assertThat(job.awaitEnd(LONGEST).state()).as(job.told()).isEqualTo("SUCCEEDED");
            List<Path> flipped = flip(sites.destinationData().resolve("tree"));

            assertThat(sites.client("scrub", "set", "--share", "100", "--rate", "2MB/s")
                            .code())
                    .isZero();
            assertThat(sites.client("scrub", "start").code()).isZero();
            JobLook.awaitThat("some are checked", LONGEST, () -> week(sites).checked() >= FILES / 10);
            sites.destination().kill();
            sites.destination().start();
            // A kill may come between the mark of a file and its count.
            JobLook.awaitThat("all are checked", LONGEST, () -> week(sites).checked() >= FILES - 1);

            assertThat(sites.api().surveys().scrub().damagedFiles()).isEqualTo(FLIPPED);
            List<String> found =
                    sites.client("holdings", "--state", "DAMAGED").out().lines().toList();
            for (Path file : flipped) {
                String name = file.getFileName().toString();
                assertThat(found).as(name).anyMatch(line -> line.contains(name));
            }
            assertThat(sites.client("attention").out()).contains("50 held files are damaged", "bdm-client repair");

            TwoSites.Result repair = sites.client("repair", "--wait");
            assertThat(repair.code()).as(repair.toString()).isZero();
            TreeOracle.assertSame(
                    sites.sourceData().resolve("tree"), sites.destinationData().resolve("tree"));
            assertThat(sites.api().surveys().scrub().damagedFiles()).isZero();
            assertThat(sites.client("repair").code()).isEqualTo(5);
        }
    }

    private static ScrubView.Week week(TwoSites sites) {
        try {
            return sites.api().surveys().scrub().week();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeTree(Path root) throws IOException {
        for (int i = 0; i < FILES; i++) {
            Path file = root.resolve("d" + i % 20).resolve("file-" + i);
            Files.createDirectories(file.getParent());
            byte[] content = new byte[1 + random.nextInt(BYTES_MAX)];
            random.nextBytes(content);
            Files.write(file, content);
        }
    }

    /** One bit in each of some files; size and time stay. */
    private List<Path> flip(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < FILES; i++) files.add(root.resolve("d" + i % 20).resolve("file-" + i));
        Collections.shuffle(files, random);
        List<Path> flipped = files.subList(0, FLIPPED);
        for (Path file : flipped) {
            FileTime modified = Files.getLastModifiedTime(file);
            byte[] content = Files.readAllBytes(file);
            content[random.nextInt(content.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, content);
            Files.setLastModifiedTime(file, modified);
        }
        return flipped;
    }
}
