package org.bdm.core.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.finish.FinishResult;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.bdm.core.writer.DiskPipeline.SourceFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same stages on a file system of this machine. */
@Timeout(60)
class RealDiskTest {
    @TempDir
    private Path directory;

    private LocalStore open() {
        return LocalStore.openWritable(new ExportRoot(new ExportName("data"), directory));
    }

    @Test
    void movesBigSmallSparseAndEmptyFiles() throws IOException {
        List<SourceFile> files = new ArrayList<>();
        files.add(SourceFile.of(1, "a/big.nc", 90 * DiskPipeline.BLOCK_BYTES + 5));
        files.add(SourceFile.of(2, "a/sparse.nc", 60 * DiskPipeline.BLOCK_BYTES)
                .withHole(new ByteRange(8L * DiskPipeline.BLOCK_BYTES, 40L * DiskPipeline.BLOCK_BYTES)));
        files.add(SourceFile.of(3, "a/empty.nc", 0));
        for (int i = 4; i < 14; i++)
            files.add(SourceFile.of(i, "b/c/small-" + i, 37 * (i - 4)).packed());
        try (LocalStore store = open();
                DiskPipeline pipeline = new DiskPipeline(store)) {
            pipeline.run(files);
            assertThat(pipeline.results.values()).allMatch(FinishResult.Placed.class::isInstance);
        }
        for (SourceFile file : files) {
            Path placed = directory.resolve(file.path().shown());
            assertThat(Files.readAllBytes(placed)).isEqualTo(file.content());
            assertThat(Files.getLastModifiedTime(placed).toInstant()).isEqualTo(DiskPipeline.MODIFIED);
        }
    }

    @Test
    void whatIsAHoleAtTheSourceTakesNoSpace() throws IOException {
        SourceFile file = sparse();
        try (LocalStore store = open();
                DiskPipeline pipeline = new DiskPipeline(store)) {
            pipeline.run(List.of(file));
            assertThat(pipeline.results.get(file.id())).isInstanceOf(FinishResult.Placed.class);
        }
        assertThat(directory.resolve("a/sparse.nc")).hasBinaryContent(file.content());
        assertThat(bytesTaken("a/sparse.nc")).isBetween(20L * DiskPipeline.BLOCK_BYTES, 30L * DiskPipeline.BLOCK_BYTES);
    }

    @Test
    void holesStayHolesWhenTheFileIsResumed() throws IOException {
        SourceFile file = sparse();
        ByteRange leftOut = new ByteRange(5L * DiskPipeline.BLOCK_BYTES, DiskPipeline.BLOCK_BYTES);
        try (LocalStore store = open();
                DiskPipeline first = new DiskPipeline(store)) {
            first.withheld = tag -> tag.range().equals(leftOut);
            first.start(List.of(file));
            first.handleUntil(() -> first.bytesSent.getOrDefault(file.id(), 0L) == 19L * DiskPipeline.BLOCK_BYTES);
            first.writer.sync().toCompletableFuture().join();
        }
        try (LocalStore store = open();
                DiskPipeline second = new DiskPipeline(store)) {
            second.run(List.of(file));
            assertThat(second.bytesSent.get(file.id())).isEqualTo(DiskPipeline.BLOCK_BYTES);
        }
        assertThat(directory.resolve("a/sparse.nc")).hasBinaryContent(file.content());
        assertThat(bytesTaken("a/sparse.nc")).isBetween(20L * DiskPipeline.BLOCK_BYTES, 30L * DiskPipeline.BLOCK_BYTES);
    }

    /** 1,020 blocks, of which only the first 8 and the last 12 are data. */
    private static SourceFile sparse() {
        return SourceFile.of(1, "a/sparse.nc", 1020 * DiskPipeline.BLOCK_BYTES)
                .withHole(new ByteRange(8L * DiskPipeline.BLOCK_BYTES, 1000L * DiskPipeline.BLOCK_BYTES));
    }

    private long bytesTaken(String name) throws IOException {
        Process stat = new ProcessBuilder("stat", "-c", "%b", name)
                .directory(directory.toFile())
                .start();
        return 512
                * Long.parseLong(new String(stat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
    }

    @Test
    void resumesWhatIsThereAndSendsOnlyTheRest() {
        SourceFile file = SourceFile.of(1, "a/big.nc", 40 * DiskPipeline.BLOCK_BYTES);
        ByteRange leftOut = new ByteRange(5L * DiskPipeline.BLOCK_BYTES, DiskPipeline.BLOCK_BYTES);
        try (LocalStore store = open();
                DiskPipeline first = new DiskPipeline(store)) {
            first.withheld = tag -> tag.range().equals(leftOut);
            first.start(List.of(file));
            first.handleUntil(() -> first.bytesSent.getOrDefault(file.id(), 0L) == 39L * DiskPipeline.BLOCK_BYTES);
            first.writer.sync().toCompletableFuture().join();
        }
        try (LocalStore store = open();
                DiskPipeline second = new DiskPipeline(store)) {
            second.run(List.of(file));
            assertThat(second.bytesSent.get(file.id())).isEqualTo(DiskPipeline.BLOCK_BYTES);
            assertThat(second.results.get(file.id())).isInstanceOf(FinishResult.Placed.class);
        }
        assertThat(directory.resolve("a/big.nc")).hasBinaryContent(file.content());
    }
}
