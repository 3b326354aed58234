package org.bdm.core.store.local;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.Quarantine;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableFile;
import org.jspecify.annotations.Nullable;

/** The directory {@code EXPORT/.bdm/quarantine}, opened for each call: it is used seldom. Any thread that may block. */
final class LocalQuarantine implements Quarantine {
    private static final Set<Integer> CANNOT_LINK =
            Set.of(Errno.PERM, Errno.ACCES, Errno.XDEV, Errno.INVAL, Errno.MLINK, Errno.NOSYS, Errno.NOTSUP);

    private final WorkAreas areas;

    LocalQuarantine(WorkAreas areas) {
        this.areas = areas;
    }

    @Override
    public List<String> names() {
        if (!areas.hasQuarantine()) return List.of(); // to look makes nothing
        WorkDirectory kept = open();
        try {
            return kept.names();
        } finally {
            kept.close();
        }
    }

    @Override
    public void read(String name, Consumer<ByteBuffer> sink) {
        WorkDirectory kept = open();
        try (WritableFile file = kept.open(name).orElseThrow(() -> missing(name))) {
            file.readBack(sink);
        } finally {
            kept.close();
        }
    }

    @Override
    public void place(String name, StorePath destination, PlaceMode mode) {
        WorkDirectory kept = open();
        try {
            if (status(kept, name) == null) throw missing(name);
            LocalWorkArea.placeKept(areas.tree(), kept, name, destination, mode);
            kept.force();
        } finally {
            kept.close();
        }
    }

    @Override
    public Optional<FileStatus> status(String name) {
        WorkDirectory kept = open();
        try {
            return Optional.ofNullable(status(kept, name));
        } finally {
            kept.close();
        }
    }

    private static @Nullable FileStatus status(WorkDirectory kept, String name) {
        int number = kept.descriptor().borrow();
        try {
            return ExportTree.statusOfEntry(kept.descriptor(), number, FileName.of(WorkDirectory.bytes(name)));
        } finally {
            kept.descriptor().giveBack();
        }
    }

    @Override
    public void keep(StorePath source, FileVersion expected, String name) {
        if (source.isRoot()) throw new MoverException(ErrorCode.INVALID_PATH, "the root of an export is not a file");
        WorkDirectory kept = open();
        try (Descriptor parent = areas.tree().openToChange(source.parent(), Posix.READ_ONLY)) {
            refuseDirectory(parent, source);
            int result = moveNew(parent, source.name().bytes(), kept.descriptor(), WorkDirectory.bytes(name));
            if (result < 0) throw taking(result, source);
            FileStatus taken = status(kept, name);
            if (taken != null && taken.version().sameButForChangeTime(expected)) return;
            result = moveNew(
                    kept.descriptor(),
                    WorkDirectory.bytes(name),
                    parent,
                    source.name().bytes());
            String where = areas.tree().shown(source);
            if (result < 0) throw Errno.writing(result, "moving back from the quarantine, as " + name + ",", where);
            throw new MoverException(ErrorCode.SOURCE_CHANGED, where + " changed since it was last checked");
        } finally {
            kept.close();
        }
    }

    @Override
    public boolean link(StorePath source, FileVersion expected, String name) {
        if (source.isRoot()) throw new MoverException(ErrorCode.INVALID_PATH, "the root of an export is not a file");
        if (expected.inode() == 0) return false;
        WorkDirectory kept = open();
        try (Descriptor parent = areas.tree().openToChange(source.parent(), Posix.READ_ONLY)) {
            refuseDirectory(parent, source);
            int result = linked(parent, source.name().bytes(), kept.descriptor(), WorkDirectory.bytes(name));
            if (CANNOT_LINK.contains(-result)) return false;
            if (result < 0) throw taking(result, source);
            FileStatus taken = status(kept, name);
            if (taken != null && taken.version().sameButForChangeTime(expected)) return true;
            kept.delete(name);
            throw new MoverException(
                    ErrorCode.SOURCE_CHANGED, areas.tree().shown(source) + " changed since it was last checked");
        } finally {
            kept.close();
        }
    }

    private static int linked(Descriptor from, byte[] name, Descriptor to, byte[] newName) {
        int source = from.borrow();
        int target = to.borrow();
        try {
            return Posix.link(source, name, target, newName);
        } finally {
            to.giveBack();
            from.giveBack();
        }
    }

    private void refuseDirectory(Descriptor parent, StorePath source) {
        int number = parent.borrow();
        try {
            FileStatus status = ExportTree.statusOfEntry(parent, number, source.name());
            boolean isFile =
                    status == null || status.kind() == FileKind.FILE || status.kind() == FileKind.SYMBOLIC_LINK;
            if (isFile) return;
            throw new MoverException(
                    ErrorCode.UNSUPPORTED, areas.tree().shown(source) + " is neither a file nor a symbolic link");
        } finally {
            parent.giveBack();
        }
    }

    private static int moveNew(Descriptor from, byte[] name, Descriptor to, byte[] newName) {
        int source = from.borrow();
        int target = to.borrow();
        try {
            return LocalWorkArea.moveNew(source, name, target, newName);
        } finally {
            to.giveBack();
            from.giveBack();
        }
    }

    private MoverException taking(int result, StorePath source) {
        String where = areas.tree().shown(source);
        if (result == -Errno.NOENT) return new MoverException(ErrorCode.SOURCE_NOT_FOUND, where + " is not there");
        MoverException error = Errno.writing(result, "rename to quarantine", where);
        if (result != -Errno.XDEV) return error;
        return new MoverException(
                ErrorCode.UNSUPPORTED,
                where + " is not in the same file system as the root of its export, where the quarantine is;"
                        + " offer that directory as an export of its own");
    }

    @Override
    public void force() {
        WorkDirectory kept = open();
        try {
            kept.force();
        } finally {
            kept.close();
        }
        areas.forceWay();
    }

    @Override
    public void delete(Collection<String> names) {
        WorkDirectory kept = open();
        try {
            for (String name : names) kept.delete(name);
            kept.force();
        } finally {
            kept.close();
        }
    }

    private WorkDirectory open() {
        return new WorkDirectory(areas.quarantine(), areas.tried());
    }

    private static MoverException missing(String name) {
        return new MoverException(ErrorCode.NOT_FOUND, name + " is not in the quarantine");
    }
}
