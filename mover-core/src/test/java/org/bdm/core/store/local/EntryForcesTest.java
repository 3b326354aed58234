package org.bdm.core.store.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which directories are forced with what is there already: without its name a file is lost, however durable its data. */
class EntryForcesTest {
    private static final StorePath A = StorePath.ofUtf8("a");
    private static final StorePath BELOW_A = StorePath.ofUtf8("a/x");
    private static final StorePath B = StorePath.ofUtf8("b");

    private final DurableDirectories directories = new DurableDirectories(100);
    private final List<StorePath> forced = new ArrayList<>();
    private TemporaryExport export;
    private ExportTree tree;
    private EntryForces forces;

    @BeforeEach
    void open(@TempDir Path parent) throws IOException {
        export = new TemporaryExport(parent);
        tree = ExportTree.open(export.root, null, new HomesBelow(() -> 0));
        forces = new EntryForces(tree, directories, forced::add);
    }

    @AfterEach
    void close() throws IOException {
        tree.close();
        export.close();
    }

    private StorePath file(String path) throws IOException {
        Path file = export.path().resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, "x".getBytes(UTF_8));
        return StorePath.ofUtf8(path);
    }

    private void isSafe(StorePath directory) {
        directories.forced(directory, directories.begin());
    }

    @Test
    void everyDirectoryOnTheWayToAFileIsForcedOnceAndAboveBeforeBelow() throws IOException {
        forces.force(List.of(file("a/x/one"), file("a/x/two"), file("b/three")));
        assertThat(forced).containsExactlyInAnyOrder(StorePath.ROOT, A, BELOW_A, B);
        assertThat(forced).containsSubsequence(StorePath.ROOT, A, BELOW_A);
    }

    @Test
    void directoryOfAFileIsForcedAlsoWhereThoseAboveAreKnownToBeSafe() throws IOException {
        for (StorePath safe : List.of(StorePath.ROOT, A, BELOW_A)) isSafe(safe);
        forces.force(List.of(file("a/x/one")));
        assertThat(forced).containsExactly(BELOW_A);
    }

    @Test
    void ofManyTheDirectoryIsForcedWhoseForceFailedBefore() throws IOException {
        List<StorePath> many = new ArrayList<>();
        for (int i = 0; i <= EntryForces.ONE_BY_ONE_MAX; i++) many.add(file("a/x/f" + i));
        many.add(file("b/one"));
        isSafe(B);
        directories.changed(BELOW_A);
        forces.force(many);
        assertThat(forced).contains(BELOW_A);
    }

    @Test
    void nothingIsForcedOfAFileThatIsNotThere() throws IOException {
        List<StorePath> entries = List.of(file("a/x/one"), StorePath.ofUtf8("a/x/gone"));
        assertThatThrownBy(() -> forces.force(entries))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_NOT_FOUND));
        assertThat(forced).isEmpty();
    }
}
