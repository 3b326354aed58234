package org.bdm.server.holding.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How a walk goes on beside what cannot be looked at. */
class HoldingWalkTest {
    private static final MoverException REFUSED = new MoverException(ErrorCode.SOURCE_READ_ERROR, "the disk refused");

    private final List<String> found = new ArrayList<>();
    private final BrokenStore store = new BrokenStore();

    private static FileStatus statusOf(FileKind kind) {
        return new FileStatus(kind, new FileVersion(3, Instant.EPOCH, Instant.EPOCH, 1), 0644, null);
    }

    private void walk(StorePath root, boolean mayGoOn) {
        HoldingWalk.Receiver receiver = new HoldingWalk.Receiver() {
            @Override
            public void file(StorePath path, FileStatus status) {
                found.add(path.shown());
            }

            @Override
            public void unreadable(StorePath path, MoverException why) {
                found.add(path.shown() + " unreadable: " + why.detail());
            }
        };
        new HoldingWalk(store, receiver, () -> mayGoOn).walk(root);
    }

    @Test
    void entryWithoutAStatusAndDirectoryThatCannotBeListedAreToldAndTheRestIsFound() {
        walk(StorePath.ROOT, true);
        assertThat(found)
                .containsExactly(
                        "a.nc", "b.nc unreadable: the disk refused", "closed unreadable: the disk refused", "d.nc");
    }

    @Test
    void oneFileIsFoundWithoutListingAnything() {
        walk(StorePath.ofUtf8("a.nc"), true);
        assertThat(found).containsExactly("a.nc");
    }

    @Test
    void whatIsNotThereAndWhatMayNotGoOnEndTheWalk() {
        assertThatThrownBy(() -> walk(StorePath.ofUtf8("gone"), true))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_NOT_FOUND));
        assertThatThrownBy(() -> walk(StorePath.ROOT, false))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
        assertThat(found).isEmpty();
    }

    /** A root with a file, an entry that cannot be looked at, a directory that cannot be listed, a device, and another file. */
    private static final class BrokenStore implements Store {
        private final List<DirectoryEntry> entries = List.of(
                entry("a.nc", FileKind.FILE),
                new DirectoryEntry(FileName.ofUtf8("b.nc"), null, REFUSED),
                entry("closed", FileKind.DIRECTORY),
                entry("d.nc", FileKind.FILE),
                entry("device", FileKind.SPECIAL));

        private static DirectoryEntry entry(String name, FileKind kind) {
            return new DirectoryEntry(FileName.ofUtf8(name), statusOf(kind), null);
        }

        @Override
        public StoreAbilities abilities() {
            return new StoreAbilities(false, false, false);
        }

        @Override
        public Optional<FileStatus> status(StorePath path) {
            if (path.isRoot()) return Optional.of(statusOf(FileKind.DIRECTORY));
            return entries.stream()
                    .filter(entry -> path.shown().equals(entry.name().shown()) && entry.status() != null)
                    .map(DirectoryEntry::status)
                    .findFirst();
        }

        @Override
        public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
            if (!directory.isRoot()) throw REFUSED;
            int from = 0;
            while (after != null
                    && from < entries.size()
                    && entries.get(from).name().compareTo(after) <= 0) from++;
            int to = Math.min(entries.size(), from + 2);
            return new DirectoryPage(entries.subList(from, to), to == entries.size());
        }

        @Override
        public ReadableFile open(StorePath file) {
            throw REFUSED;
        }

        @Override
        public long freeBytes() {
            return 0;
        }
    }
}
