package org.bdm.core.store.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.Allocation;
import org.bdm.core.store.BatchOpen;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.PlayedHsm;
import org.bdm.core.store.Presence;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.RecallingStore;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No file is read whose bytes an HSM has moved away. */
class OfflineFilesTest {
    private static final StorePath HERE = StorePath.ofUtf8("here.nc");
    private static final StorePath AWAY = StorePath.ofUtf8("away.nc");

    private final PlayedHsm hsm = new PlayedHsm();
    private TemporaryExport export;
    private LocalStore store;

    @BeforeEach
    void open(@TempDir Path parent) throws IOException {
        export = new TemporaryExport(parent);
        store = LocalStore.openReadOnly(export.root);
        store.watch(hsm);
        write("here.nc");
        write("away.nc");
        hsm.move(AWAY, Presence.OFFLINE);
    }

    @AfterEach
    void close() throws IOException {
        store.close();
        export.close();
    }

    private void write(String name) throws IOException {
        Files.writeString(export.path().resolve(name), "bytes");
    }

    private static void assertIsOffline(Store of, StorePath file) {
        assertThatThrownBy(() -> of.open(file))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BEING_STAGED));
    }

    @Test
    void fileThatIsOfflineIsNotOpenedAndOthersAre() {
        assertIsOffline(store, AWAY);
        try (ReadableFile file = store.open(HERE)) {
            assertThat(file.read(0, ByteBuffer.allocate(10))).isEqualTo(5);
        }
        hsm.bring(AWAY);
        store.open(AWAY).close();
    }

    @Test
    void fileOfWhichTheHsmSaysNothingIsNotOpenedEither() {
        hsm.move(HERE, Presence.UNKNOWN);

        assertThatThrownBy(() -> store.open(HERE)).hasMessageContaining("its HSM does not say");
    }

    @Test
    void fileThatIsNotThereIsNotFoundWhateverTheHsmSays() {
        StorePath gone = StorePath.ofUtf8("gone.nc");
        hsm.move(gone, Presence.UNKNOWN);

        assertThatThrownBy(() -> store.open(gone))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_NOT_FOUND));
        assertThat(store.offline(List.of(gone, AWAY, HERE))).containsExactly(AWAY);
    }

    @Test
    void emptyFileHasNothingToBring() throws IOException {
        Files.createFile(export.path().resolve("empty"));
        StorePath empty = StorePath.ofUtf8("empty");
        hsm.move(empty, Presence.OFFLINE);

        store.open(empty).close();
        assertThat(store.offline(List.of(empty))).isEmpty();
    }

    @Test
    void batchAsksOnceForAllAndFailsForThoseThatAreOffline() {
        Store asked = new RecallingStore(store);
        try (BatchOpen batch = asked.open(List.of(AWAY, HERE))) {
            assertThatThrownBy(batch::next).isInstanceOf(MoverException.class);
            batch.next().close();
        }
        assertThat(hsm.wanted()).containsExactly(AWAY);
    }

    @Test
    void onlyWhoWillComeAgainMakesItWanted() {
        assertIsOffline(store, AWAY);
        assertThat(hsm.wanted()).isEmpty();

        assertIsOffline(new RecallingStore(store), AWAY);
        assertThat(hsm.wanted()).containsExactly(AWAY);
    }

    @Test
    void behindALinkTheTargetCounts() throws IOException {
        Files.createSymbolicLink(export.path().resolve("link.nc"), Path.of("away.nc"));
        StorePath link = StorePath.ofUtf8("link.nc");
        Store following = new FollowingStore(store, anywhere -> true);

        assertIsOffline(following, link);
        assertThat(following.offline(List.of(link, HERE))).containsExactly(link);
        following.recall(link);
        assertThat(hsm.wanted()).containsExactly(AWAY);
    }

    @Test
    void sparseFileHasFewBlocksAndStillItsData() throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(export.path().resolve("nofill.nc").toFile(), "rw")) {
            file.write(new byte[] {1, 2, 3});
            file.setLength(10 << 20);
        }
        try (RandomAccessFile file =
                new RandomAccessFile(export.path().resolve("stub.nc").toFile(), "rw")) {
            file.setLength(10 << 20);
        }
        Allocation noFill = store.allocation(StorePath.ofUtf8("nofill.nc"));
        assertThat(noFill.allocatedBytes()).isLessThan(noFill.size());
        assertThat(noFill.hasData()).isTrue();
        assertThat(store.allocation(StorePath.ofUtf8("stub.nc")).hasData()).isFalse();
    }
}
