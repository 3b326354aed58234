package org.bdm.core.store.local;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.WritableFile;
import org.jspecify.annotations.Nullable;

/** One directory of a work area, held open: its files, all on one file system. Any thread. */
final class WorkDirectory {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,199}");
    private static final int FILE_MODE = 0600;
    private static final byte[] ITSELF = {'.'};

    /** Begins the name of what is not ours and found no way back to its place; nothing here deletes it. */
    private static final String FOREIGN = "foreign-";

    private final Descriptor directory;
    private final Statx.Mount mount;
    private final Statx.Identity identity;
    private final int mode;
    private final TriedFileSystems tried;

    /** Files whose force failed: until they are deleted or made anew they are good for nothing. */
    private final Map<String, MoverException> broken = new ConcurrentHashMap<>();

    /** Takes ownership of the descriptor, also where this fails. */
    WorkDirectory(Descriptor directory, TriedFileSystems tried) {
        this.directory = directory;
        this.tried = tried;
        boolean isMade = false;
        int number = directory.borrow();
        try {
            int result = Posix.statusOfOpen(number);
            if (result < 0) throw Errno.writing(result, "statx", directory.what());
            this.mount = Statx.mount();
            this.identity = Statx.identity();
            this.mode = Statx.permissions();
            isMade = true;
        } finally {
            directory.giveBack();
            if (!isMade) directory.close();
        }
    }

    /** Returns its mount: nothing can be placed from here into another one. */
    Statx.Mount mount() {
        return mount;
    }

    /** Returns which directory it is. */
    Statx.Identity identity() {
        return identity;
    }

    /** Returns what its file system can do, tried when it is first asked for. */
    StoreAbilities abilities() {
        return tried.of(directory, mount, mode);
    }

    /** Fails where no file can be placed without replacing those of others. */
    void requireSafe() {
        if (abilities().traits().isSafeToWrite()) return;
        throw new MoverException(
                ErrorCode.UNSUPPORTED,
                "the file system of " + directory.what()
                        + " can neither rename without replacing nor link, so files could replace those of others;"
                        + " use XFS, ext4 or a parallel file system");
    }

    /** The directory's descriptor, to name its entries by. */
    Descriptor descriptor() {
        return directory;
    }

    WritableFile create(String name) {
        byte[] bytes = bytes(name);
        int area = directory.borrow();
        try {
            int flags = Posix.READ_WRITE | Posix.CREATE_NEW;
            int number = Posix.openEntry(area, bytes, flags, FILE_MODE);
            if (number == -Errno.EXIST) {
                unlink(area, name);
                number = Posix.openEntry(area, bytes, flags, FILE_MODE);
            }
            if (number < 0) throw Errno.writing(number, "creation", shown(name));
            broken.remove(name);
            return writable(name, new Descriptor(number, shown(name)), 0);
        } finally {
            directory.giveBack();
        }
    }

    Optional<WritableFile> open(String name) {
        byte[] bytes = bytes(name);
        refuseBroken(name);
        int area = directory.borrow();
        try {
            int number = Posix.openEntry(area, bytes, Posix.READ_WRITE | Posix.NON_BLOCKING, 0);
            if (number == -Errno.NOENT) return Optional.empty();
            if (number < 0) throw Errno.writing(number, "open", shown(name));
            return Optional.of(writable(name, new Descriptor(number, shown(name)), LocalWritableFile.UNKNOWN));
        } finally {
            directory.giveBack();
        }
    }

    private WritableFile writable(String name, Descriptor opened, long knownSize) {
        boolean handedOver = false;
        int number = opened.borrow();
        try {
            int result = Posix.statusOfOpen(number);
            if (result < 0) throw Errno.writing(result, "statx", opened.what());
            if (Statx.kind() != FileKind.FILE) {
                throw new MoverException(ErrorCode.PATH_BLOCKED, opened.what() + " is not a regular file");
            }
            WritableFile file = new LocalWritableFile(this, name, opened, Statx.inode(), knownSize);
            handedOver = true;
            return file;
        } finally {
            opened.giveBack();
            if (!handedOver) opened.close();
        }
    }

    void delete(String name) {
        bytes(name);
        int area = directory.borrow();
        try {
            unlink(area, name);
            broken.remove(name);
        } finally {
            directory.giveBack();
        }
    }

    /** False if it is not there. */
    boolean rename(String name, String newName) {
        int area = directory.borrow();
        try {
            int result = Posix.rename(area, bytes(name), area, bytes(newName));
            if (result == -Errno.NOENT) return false;
            if (result < 0) throw Errno.writing(result, "rename", shown(name));
            MoverException error = broken.remove(name);
            if (error != null) broken.put(newName, error);
            return true;
        } finally {
            directory.giveBack();
        }
    }

    /** Gives a file the name if nobody has it; false if it is taken. */
    boolean renameNew(String name, String newName) {
        int area = directory.borrow();
        try {
            int result = LocalWorkArea.moveNew(area, bytes(name), area, bytes(newName));
            if (result == -Errno.EXIST) return false;
            if (result < 0) throw Errno.writing(result, "rename", shown(name));
            return true;
        } finally {
            directory.giveBack();
        }
    }

    /**
     * Gives a file the place of what is expected there, which has another name elsewhere and keeps only that one. The place has the one or the
     * other at any time. Minus EEXIST if something else is there: that stays.
     */
    int replace(String name, Descriptor parent, FileName place, FileVersion expected) {
        refuseBroken(name);
        byte[] to = place.bytes();
        int area = directory.borrow();
        int target = parent.borrow();
        try {
            FileStatus there = ExportTree.statusOfEntry(parent, target, place);
            if (there == null) return LocalWorkArea.moveNew(area, bytes(name), target, to);
            if (!there.version().sameButForChangeTime(expected)) return -Errno.EXIST;
            int result = Posix.status(area, bytes(name));
            if (result < 0) return result;
            long ours = Statx.inode();
            result = Posix.rename(area, bytes(name), target, to, Posix.EXCHANGE);
            if (result == -Errno.INVAL || result == -Errno.NOSYS || result == -Errno.NOTSUP) {
                return Posix.rename(area, bytes(name), target, to); // NFS and others: what came since the look is lost
            }
            if (result < 0) return result;
            if (isSecondName(area, name, expected)) {
                Posix.unlinkFile(area, bytes(name)); // else it goes with the area
                return 0;
            }
            putBack(name, target, to, ours);
            return -Errno.EXIST;
        } finally {
            parent.giveBack();
            directory.giveBack();
        }
    }

    /**
     * Gives what was taken, and belongs to somebody else, its place again. If that cannot be, it stays under a name that nothing deletes.
     *
     * @param ours the inode of the file that has the place now
     */
    void putBack(String name, int target, byte[] to, long ours) {
        int area = directory.borrow();
        try {
            int result = Posix.rename(area, bytes(name), target, to, Posix.EXCHANGE);
            if (result == -Errno.NOENT) result = LocalWorkArea.moveNew(area, bytes(name), target, to);
            int left = Posix.status(area, bytes(name));
            if (result == 0 && (left == -Errno.NOENT || (left == 0 && Statx.inode() == ours))) return;
            String kept = FOREIGN + name;
            int renamed = LocalWorkArea.moveNew(area, bytes(name), area, bytes(kept));
            throw new MoverException(
                    ErrorCode.WRITE_ERROR,
                    "a file came to the place " + new String(to, StandardCharsets.UTF_8)
                            + " while it was replaced, and could not be put back: it is "
                            + shown(renamed == 0 ? kept : name) + "; move it to its place");
        } finally {
            directory.giveBack();
        }
    }

    /** True of what is expected and has another name: nothing is lost with this one. */
    private boolean isSecondName(int area, String name, FileVersion expected) {
        FileStatus taken = ExportTree.statusOfEntry(directory, area, FileName.of(bytes(name)));
        if (taken == null || !taken.version().sameButForChangeTime(expected)) return false;
        return Posix.status(area, bytes(name)) == 0 && Statx.links() > 1;
    }

    private void unlink(int area, String name) {
        int result = Posix.unlinkFile(area, bytes(name));
        if (result < 0 && result != -Errno.NOENT) throw Errno.writing(result, "unlink", shown(name));
    }

    /** All but what is not ours. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        NameTable table = NameTable.readFrom(directory, ITSELF, NameTable.NOTHING_HIDDEN);
        for (int i = 0; i < table.size(); i++) {
            String name = new String(table.bytes(i), StandardCharsets.ISO_8859_1);
            if (!name.startsWith(FOREIGN)) names.add(name);
        }
        return names;
    }

    void force() {
        int area = directory.borrow();
        try {
            int result = Posix.sync(area);
            if (result < 0) throw Errno.syncing(result, directory.what());
        } finally {
            directory.giveBack();
        }
    }

    /** Ends the use of the directory. */
    void close() {
        directory.close();
    }

    /** Remembers that a file must not be used again. */
    void breakFile(String name, MoverException error) {
        broken.put(name, error);
    }

    void refuseBroken(String name) {
        @Nullable MoverException error = broken.get(name);
        if (error != null) throw new MoverException(error.code(), error.detail(), error);
    }

    /** Opens a file once more to be read from the device; the caller closes. */
    ReadBack readBack(LocalWritableFile file, Descriptor opened) {
        refuseBroken(file.name());
        int area = directory.borrow();
        try {
            byte[] bytes = bytes(file.name());
            boolean direct = true;
            int number = Posix.openEntry(area, bytes, Posix.READ_ONLY | Posix.DIRECT, 0);
            if (number == -Errno.INVAL || number == -Errno.NOTSUP) {
                direct = false;
                number = Posix.openEntry(area, bytes, Posix.READ_ONLY, 0);
            }
            if (number < 0) throw Errno.readingBack(number, "open to read back", opened.what());
            Descriptor again = new Descriptor(number, opened.what());
            if (Posix.statusOfOpen(number) < 0 || Statx.inode() != file.inode()) {
                again.close();
                throw new MoverException(
                        ErrorCode.WRITE_ERROR, opened.what() + " was replaced by another file before it was read back");
            }
            return new ReadBack(again, direct);
        } finally {
            directory.giveBack();
        }
    }

    /** The name as bytes; any that we do not make is refused. */
    static byte[] bytes(String name) {
        if (!NAME.matcher(name).matches()) throw new IllegalArgumentException("not a name in a work area: " + name);
        return name.getBytes(StandardCharsets.US_ASCII);
    }

    private String shown(String name) {
        return directory.what() + "/" + name;
    }
}
