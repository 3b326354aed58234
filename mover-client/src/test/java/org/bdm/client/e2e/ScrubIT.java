package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.control.holding.ScrubView;
import org.bdm.core.control.job.ReportView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bits flip in an archive that nobody reads: the scrub finds every file, also over a kill, and a repair brings the right bytes back, of large
 * files only the ranges that are damaged.
 */
class ScrubIT {
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int FILES = 1_000;
    private static final int FLIPPED = 50;
    private static final int BYTES_MAX = 20_000;
    private static final int RANGE = (int) RangeDigests.RANGE_BYTES_MIN;
    private static final int LARGE = 8 * RANGE;
    private static final int LARGE_FILES = 3;

    private final Random random = new Random(20_261_125);

    @TempDir
    Path directory;

    @Test
    void findsAndRepairsEveryFileWithAFlippedBit() throws Exception {
        try (TwoSites sites = TwoSites.paired(directory)) {
            writeTree(sites.sourceData().resolve("tree"));
            writeLarge(sites.sourceData().resolve("large"));
            replicate(sites, "tree");
            replicate(sites, "large");
            List<Path> flipped = flip(sites.destinationData().resolve("tree"));
            flipped.addAll(damageLarge(sites.destinationData().resolve("large")));

            assertThat(sites.client("scrub", "set", "--share", "100", "--rate", "2MB/s")
                            .code())
                    .isZero();
            assertThat(sites.client("scrub", "start").code()).isZero();
            JobLook.awaitThat(
                    "some are checked", LONGEST, () -> scrub(sites).week().checked() >= FILES / 10);
            sites.destination().kill();
            sites.destination().start();
            assertThat(sites.client("scrub", "set", "--rate", "1GB/s").code()).isZero();
            // A kill may come between the mark of a file and its count.
            JobLook.awaitThat(
                    "all are checked",
                    LONGEST,
                    () -> scrub(sites).week().checked() >= FILES + LARGE_FILES - 1
                            && scrub(sites).damagedFiles() >= flipped.size());

            assertThat(scrub(sites).damagedFiles()).isEqualTo(FLIPPED + LARGE_FILES);
            List<String> found =
                    sites.client("holdings", "--state", "DAMAGED").out().lines().toList();
            for (Path file : flipped) {
                String name = file.getFileName().toString();
                assertThat(found).as(name).anyMatch(line -> line.contains(name));
            }
            assertThat(sites.client("attention").out()).contains("53 held files are damaged", "bdm-client repair");
            assertThat(scrub(sites).trouble()).contains("of 8 ranges of 8 MiB differ");

            long bytesSmall = 0;
            for (Path file : flipped) {
                if (Files.size(file) <= BYTES_MAX) bytesSmall += Files.size(file);
            }
            JobLook repair = sites.look(sites.client("repair").out().strip());
            assertThat(repair.awaitEnd(LONGEST).state()).as(repair.told()).isEqualTo("SUCCEEDED");
            ReportView report = sites.api().report(repair.id());
            assertThat(report.bytes().moved()).isEqualTo(bytesSmall + 4L * RANGE);
            assertThat(report.reused().files()).isEqualTo(LARGE_FILES);
            assertThat(report.reused().bytes()).isEqualTo((long) LARGE_FILES * LARGE - 4L * RANGE);
            for (String tree : List.of("tree", "large")) {
                TreeOracle.assertSame(
                        sites.sourceData().resolve(tree),
                        sites.destinationData().resolve(tree));
            }
            assertThat(scrub(sites).damagedFiles()).isZero();
            assertThat(sites.client("repair").code()).isEqualTo(5);
        }
    }

    private static void replicate(TwoSites sites, String tree) throws Exception {
        JobLook job = sites.submit(tree);
        assertThat(job.awaitEnd(LONGEST).state()).as(job.told()).isEqualTo("SUCCEEDED");
    }

    private static ScrubView scrub(TwoSites sites) {
        try {
            return sites.api().surveys().scrub();
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

    private void writeLarge(Path root) throws IOException {
        Files.createDirectories(root);
        byte[] content = new byte[LARGE];
        for (int i = 0; i < LARGE_FILES; i++) {
            random.nextBytes(content);
            Files.write(root.resolve("large-" + i), content);
        }
    }

    /** One bit in the first, two bits in two ranges of the second, and the third is cut off in its last range; times stay. */
    private static List<Path> damageLarge(Path root) throws IOException {
        Path one = root.resolve("large-0");
        Path two = root.resolve("large-1");
        Path shorter = root.resolve("large-2");
        damage(one, file -> flip(file, 3L * RANGE));
        damage(two, file -> {
            flip(file, RANGE - 1);
            flip(file, LARGE - 1);
        });
        damage(shorter, file -> file.setLength(7L * RANGE + 1));
        return List.of(one, two, shorter);
    }

    private interface Damage {
        void to(RandomAccessFile file) throws IOException;
    }

    private static void damage(Path path, Damage damage) throws IOException {
        FileTime modified = Files.getLastModifiedTime(path);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            damage.to(file);
        }
        Files.setLastModifiedTime(path, modified);
    }

    private static void flip(RandomAccessFile file, long place) throws IOException {
        file.seek(place);
        int value = file.read();
        file.seek(place);
        file.write(value ^ 8);
    }

    /** One bit in each of some files; size and time stay. */
    private List<Path> flip(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < FILES; i++) files.add(root.resolve("d" + i % 20).resolve("file-" + i));
        Collections.shuffle(files, random);
        List<Path> flipped = new ArrayList<>(files.subList(0, FLIPPED));
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
