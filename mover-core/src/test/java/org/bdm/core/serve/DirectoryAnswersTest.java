package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.EntryIdentity;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StorePath;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.WireLimits;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A page tells every entry in order, fits a frame, and says whether more follow. */
class DirectoryAnswersTest {
    private static final StorePath DIRECTORY = StorePath.ofUtf8("directory");

    private final OnePage store = new OnePage();

    private static FileStatus status(int linkBytes) {
        FileVersion version = new FileVersion(1, Instant.EPOCH, Instant.EPOCH, 1);
        return new FileStatus(
                linkBytes == 0 ? FileKind.FILE : FileKind.SYMBOLIC_LINK,
                version,
                0644,
                linkBytes == 0 ? null : new byte[linkBytes]);
    }

    private static FileName name(int number, int length) {
        return FileName.ofUtf8(String.format("%0" + length + "d", number));
    }

    private Frame.Entries list(Optional<FileName> after, int entriesMax) {
        return DirectoryAnswers.list(
                new Frame.ListDirectory(new RequestId(5), "data", DIRECTORY, after, entriesMax), store, true);
    }

    @Test
    void pageTellsItsEntriesAndWhetherMoreFollow() {
        store.entries.add(new DirectoryEntry(name(1, 3), status(0), null));
        store.entries.add(new DirectoryEntry(name(2, 3), status(7), null));
        Frame.Entries page = list(Optional.of(name(0, 3)), 10);
        assertThat(page.request()).isEqualTo(new RequestId(5));
        assertThat(page.entries())
                .containsExactly(
                        new Frame.Entry(name(1, 3), store.entries.get(0).status(), null, ""),
                        new Frame.Entry(name(2, 3), store.entries.get(1).status(), null, ""));
        assertThat(page.isLast()).isTrue();
        store.isLast = false;
        assertThat(list(Optional.empty(), 10).isLast()).isFalse();
        assertThat(store.asked).containsExactly("/directory after " + name(0, 3) + ", 10", "/directory after null, 10");
    }

    @Tag("T4")
    @Test
    void whoDoesNotKnowIdentitiesIsToldNone() {
        FileStatus plain = status(0);
        FileStatus linked = new FileStatus(plain.kind(), plain.version(), plain.mode(), null, new EntryIdentity(7, 3));
        store.entries.add(new DirectoryEntry(name(1, 3), linked, null));
        assertThat(list(Optional.empty(), 10).entries().get(0).status()).isEqualTo(linked);
        Frame.ListDirectory asked = new Frame.ListDirectory(new RequestId(5), "data", DIRECTORY, Optional.empty(), 10);
        assertThat(DirectoryAnswers.list(asked, store, false).entries().get(0).status())
                .isEqualTo(plain);
        store.found = linked;
        assertThat(status(DIRECTORY).entries().get(0).status()).isEqualTo(plain);
    }

    @Test
    void entryThatCannotBeReadTellsWhy() {
        MoverException why = new MoverException(ErrorCode.SOURCE_READ_ERROR, "x".repeat(5000));
        store.entries.add(new DirectoryEntry(name(1, 3), null, why));
        Frame.Entry entry = list(Optional.empty(), 10).entries().get(0);
        assertThat(entry.status()).isNull();
        assertThat(entry.error()).isEqualTo(ErrorCode.SOURCE_READ_ERROR);
        assertThat(entry.detail()).isEqualTo(FailureFrames.shortened("x".repeat(5000)));
    }

    @Test
    void peerAsksForNoMoreEntriesThanAFrameMayHaveAndForOneAtLeast() {
        list(Optional.empty(), Integer.MAX_VALUE);
        list(Optional.empty(), 0);
        assertThat(store.asked)
                .containsExactly("/directory after null, " + WireLimits.ENTRIES_MAX, "/directory after null, 1");
    }

    private void assertCut(DirectoryEntry entry, int bytesEach) {
        store.entries.clear();
        for (int i = 0; i < 10_000; i++) store.entries.add(entry);
        Frame.Entries page = list(Optional.empty(), 10_000);
        int bytesMax = WireLimits.ENTRIES_BYTES_MAX - 4096;
        assertThat(page.isLast()).isFalse();
        assertThat(page.entries().size()).isEqualTo(bytesMax / bytesEach);
    }

    @Test
    void pageWithLongNamesTargetsOrErrorsIsCutToTheSizeOfAFrame() {
        assertCut(new DirectoryEntry(name(1, 255), status(0), null), 128 + 255);
        assertCut(new DirectoryEntry(name(1, 3), status(4096), null), 128 + 3 + 4096);
        MoverException why = new MoverException(ErrorCode.SOURCE_READ_ERROR, "x".repeat(600));
        assertCut(new DirectoryEntry(name(1, 3), null, why), 128 + 3 + 3 * 600);
    }

    @Test
    void pageThatFillsAFrameExactlyIsNotCut() {
        int bytesMax = WireLimits.ENTRIES_BYTES_MAX - 4096;
        int entries = bytesMax / 256;
        for (int i = 0; i < entries; i++) {
            store.entries.add(new DirectoryEntry(name(i, 128 + (i == 0 ? bytesMax % 256 : 0)), status(0), null));
        }
        assertThat(list(Optional.empty(), 10_000).entries()).hasSize(entries);
        assertThat(list(Optional.empty(), 10_000).isLast()).isTrue();
    }

    private Frame.Entries status(StorePath path) {
        return DirectoryAnswers.status(new Frame.Stat(new RequestId(5), "data", path), store);
    }

    @Test
    void statusOfAPathIsOneEntryWithItsName() {
        assertThat(status(StorePath.ofUtf8("directory/x")).entries())
                .containsExactly(new Frame.Entry(FileName.ofUtf8("x"), store.found, null, ""));
        assertThat(status(StorePath.ROOT).entries())
                .containsExactly(new Frame.Entry(FileName.ofUtf8("root"), store.found, null, ""));
        assertThat(status(StorePath.ROOT).isLast()).isTrue();
        assertThat(status(StorePath.ROOT).request()).isEqualTo(new RequestId(5));
    }

    @Test
    void statusOfWhatIsNotThereHasNoEntry() {
        store.found = null;
        assertThat(status(StorePath.ofUtf8("x")).entries()).isEmpty();
        assertThat(status(StorePath.ofUtf8("x")).isLast()).isTrue();
    }

    /** A store that answers every listing with the same page. */
    private static final class OnePage implements Store {
        private final List<DirectoryEntry> entries = new ArrayList<>();
        private final List<String> asked = new ArrayList<>();
        private boolean isLast = true;

        private @Nullable FileStatus found = DirectoryAnswersTest.status(0);

        @Override
        public StoreAbilities abilities() {
            return new StoreAbilities(false, false, false);
        }

        @Override
        public Optional<FileStatus> status(StorePath path) {
            return Optional.ofNullable(found);
        }

        @Override
        public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
            asked.add(directory + " after " + after + ", " + entriesMax);
            return new DirectoryPage(entries, isLast);
        }

        @Override
        public ReadableFile open(StorePath file) {
            throw new AssertionError("a listing opens nothing");
        }

        @Override
        public long freeBytes() {
            return 0;
        }
    }
}
