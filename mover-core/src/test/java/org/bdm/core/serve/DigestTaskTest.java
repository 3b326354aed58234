package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StorePath;
import org.bdm.core.wire.Frame;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** However a digest ends, the file is closed once and the end is told once; a file that changed meanwhile has no digest. */
class DigestTaskTest {
    private static final FileVersion VERSION = version(1);

    private final OneFile store = new OneFile();
    private final DirectHasher hasher = new DirectHasher();
    private final List<Runnable> slices = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private final Frame.AskDigest asked = new Frame.AskDigest(
            new RequestId(5), "data", new FileId(6), StorePath.ofUtf8("x"), VERSION, ChecksumAlgorithm.SHA256);
    private final DigestTask task = new DigestTask(asked, new Told(), slices::add);

    private static FileVersion version(long inode) {
        return new FileVersion(3, Instant.EPOCH, Instant.EPOCH, inode);
    }

    private static FileStatus status(FileVersion version) {
        return new FileStatus(FileKind.FILE, version, 0644, null);
    }

    @Test
    void digestIsOfTheBytesAndNamesRequestFileAndSize() {
        task.start(() -> store, hasher);
        assertThat(told).isEmpty();
        slices.get(0).run();
        RunningDigest expected = RunningDigest.of(ChecksumAlgorithm.SHA256);
        expected.update(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        assertThat(told)
                .containsExactly(
                        "3 bytes",
                        new Frame.DigestAnswer(new RequestId(5), new FileId(6), 3, Optional.of(expected.finish()))
                                .toString());
        assertThat(store.closes).isEqualTo(1);
    }

    @Test
    void fileOfAnotherVersionIsNotRead() {
        store.opened = version(2);
        task.start(() -> store, hasher);
        assertThat(slices).isEmpty();
        assertThat(told).containsExactly("SOURCE_CHANGED");
        assertThat(store.closes).isEqualTo(1);
    }

    @Test
    void fileThatChangesWhileItIsReadHasNoDigest() {
        task.start(() -> store, hasher);
        store.now = version(2);
        slices.get(0).run();
        assertThat(told).containsExactly("3 bytes", "SOURCE_CHANGED");
        assertThat(store.closes).isEqualTo(1);
    }

    @Test
    void fileThatCannotBeReadIsClosedAndTheReasonTold() {
        task.start(() -> store, hasher);
        store.isBroken = true;
        slices.get(0).run();
        assertThat(told).containsExactly("SOURCE_READ_ERROR");
        assertThat(store.closes).isEqualTo(1);
    }

    @Test
    void fileThatCannotBeOpenedIsTold() {
        store.why = new MoverException(ErrorCode.SOURCE_NOT_FOUND, "gone");
        task.start(() -> store, hasher);
        assertThat(told).containsExactly("SOURCE_NOT_FOUND");
        assertThat(store.closes).isZero();
    }

    @Test
    void defectWhileItIsOpenedIsTold() {
        store.why = new IllegalStateException("a defect");
        task.start(() -> store, hasher);
        assertThat(told).containsExactly("INTERNAL");
    }

    @Test
    void digestThatIsCancelledStopsAndClosesItsFile() {
        task.start(() -> store, hasher);
        task.cancel();
        slices.get(0).run();
        assertThat(told).containsExactly("CANCELLED");
        assertThat(store.closes).isEqualTo(1);
    }

    @Test
    void digestThatIsCancelledBeforeItBeginsStopsAndClosesItsFile() {
        task.cancel();
        task.start(() -> store, hasher);
        slices.forEach(Runnable::run);
        assertThat(told).containsExactly("CANCELLED");
        assertThat(store.closes).isEqualTo(1);
    }

    private final class Told implements DigestTask.Answer {
        @Override
        public void onProgress(long bytesDone) {
            told.add(bytesDone + " bytes");
        }

        @Override
        public void onDigest(Frame.DigestAnswer answer) {
            assertThat(store.closes).as("closed before it is told").isEqualTo(1);
            told.add(answer.toString());
        }

        @Override
        public void onFailed(MoverException reason) {
            told.add(reason.code().name());
        }
    }

    /** A store with one file of three bytes, which counts how often it is closed. */
    private static final class OneFile implements Store, ReadableFile {
        private FileVersion opened = VERSION;
        private FileVersion now = VERSION;
        private boolean isBroken;
        private int closes;

        private @Nullable RuntimeException why;

        @Override
        public ReadableFile open(StorePath file) {
            if (why != null) throw why;
            return this;
        }

        @Override
        public FileStatus statusWhenOpened() {
            return DigestTaskTest.status(opened);
        }

        @Override
        public FileStatus status() {
            return DigestTaskTest.status(now);
        }

        @Override
        public int read(long offset, ByteBuffer target) {
            if (isBroken) throw new MoverException(ErrorCode.SOURCE_READ_ERROR, "a bad sector");
            target.put(new byte[] {1, 2, 3});
            return 3;
        }

        @Override
        public long holeEnd(long offset) {
            return offset;
        }

        @Override
        public void close() {
            closes++;
        }

        @Override
        public StoreAbilities abilities() {
            return new StoreAbilities(false, false, false);
        }

        @Override
        public Optional<FileStatus> status(StorePath path) {
            throw new AssertionError("a digest asks the open file");
        }

        @Override
        public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
            throw new AssertionError("a digest lists nothing");
        }

        @Override
        public long freeBytes() {
            return 0;
        }
    }
}
