package org.bdm.core.store.local;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.jspecify.annotations.Nullable;

/** The directory {@code EXPORT/.bdm/JOB}, held open. Any thread. */
final class LocalWorkArea implements WorkArea {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,199}");
    private static final int FILE_MODE = 0600;
    private static final byte[] ITSELF = {'.'};

    private final ExportTree tree;
    private final WorkAreas areas;
    private final byte[] areaName;
    private final Descriptor directory;
    private final AtomicLong nextLink = new AtomicLong();

    /** Files whose force failed: until they are deleted or made anew they are good for nothing. */
    private final Map<String, MoverException> broken = new ConcurrentHashMap<>();

    private volatile boolean wayForced;

    /** Takes ownership of the descriptor of the area's directory. */
    LocalWorkArea(ExportTree tree, WorkAreas areas, byte[] areaName, Descriptor directory) {
        this.tree = tree;
        this.areas = areas;
        this.areaName = areaName;
        this.directory = directory;
    }

    @Override
    public WritableFile create(String name) {
        byte[] bytes = checked(name);
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
            return writable(name, new Descriptor(number, shown(name)));
        } finally {
            directory.giveBack();
        }
    }

    @Override
    public Optional<WritableFile> open(String name) {
        byte[] bytes = checked(name);
        refuseBroken(name);
        int area = directory.borrow();
        try {
            int number = Posix.openEntry(area, bytes, Posix.READ_WRITE | Posix.NON_BLOCKING, 0);
            if (number == -Errno.NOENT) return Optional.empty();
            if (number < 0) throw Errno.writing(number, "open", shown(name));
            return Optional.of(writable(name, new Descriptor(number, shown(name))));
        } finally {
            directory.giveBack();
        }
    }

    private WritableFile writable(String name, Descriptor opened) {
        boolean handedOver = false;
        int number = opened.borrow();
        try {
            int result = Posix.statusOfOpen(number);
            if (result < 0) throw Errno.writing(result, "statx", opened.what());
            if (Statx.kind() != FileKind.FILE) {
                throw new MoverException(ErrorCode.PATH_BLOCKED, opened.what() + " is no regular file");
            }
            WritableFile file = new LocalWritableFile(this, name, opened, Statx.inode());
            handedOver = true;
            return file;
        } finally {
            opened.giveBack();
            if (!handedOver) opened.close();
        }
    }

    @Override
    public void delete(String name) {
        checked(name);
        int area = directory.borrow();
        try {
            unlink(area, name);
            broken.remove(name);
        } finally {
            directory.giveBack();
        }
    }

    private void unlink(int area, String name) {
        int result = Posix.unlinkFile(area, checked(name));
        if (result < 0 && result != -Errno.NOENT) throw Errno.writing(result, "unlink", shown(name));
    }

    @Override
    public List<String> names() {
        List<String> names = new ArrayList<>();
        NameTable table = NameTable.readFrom(directory, ITSELF, null);
        for (int i = 0; i < table.size(); i++) names.add(new String(table.bytes(i), StandardCharsets.ISO_8859_1));
        return names;
    }

    @Override
    public void place(String name, StorePath destination, PlaceMode mode) {
        byte[] from = checked(name);
        refuseBroken(name);
        try (Descriptor parent = parentOf(destination)) {
            byte[] to = destination.name().bytes();
            int area = directory.borrow();
            int target = parent.borrow();
            try {
                int result = switch (mode) {
                    case NEW -> moveNew(area, from, target, to);
                    case REPLACE -> Posix.rename(area, from, target, to);
                };
                if (result < 0) throw placing(result, destination);
            } finally {
                parent.giveBack();
                directory.giveBack();
            }
        }
    }

    private static int moveNew(int area, byte[] from, int target, byte[] to) {
        int result = Posix.renameNew(area, from, target, to);
        if (result != -Errno.INVAL && result != -Errno.NOSYS) return result;
        result = Posix.link(area, from, target, to); // NFS and others: refuses as well, in two steps
        return result < 0 ? result : Posix.unlinkFile(area, from);
    }

    @Override
    public void placeSymbolicLink(byte[] target, StorePath destination, PlaceMode mode) {
        checkTarget(target, destination);
        try (Descriptor parent = parentOf(destination)) {
            byte[] to = destination.name().bytes();
            int area = directory.borrow();
            int directoryNumber = parent.borrow();
            try {
                int result = switch (mode) {
                    case NEW -> Posix.symbolicLink(target, directoryNumber, to);
                    case REPLACE -> replaceByLink(target, area, directoryNumber, to);
                };
                if (result < 0) throw placing(result, destination);
            } finally {
                parent.giveBack();
                directory.giveBack();
            }
        }
    }

    private int replaceByLink(byte[] target, int area, int directoryNumber, byte[] to) {
        String name = "symbolic-link-" + nextLink.incrementAndGet();
        unlink(area, name); // left over from a run that was killed
        int result = Posix.symbolicLink(target, area, checked(name));
        if (result < 0) return result;
        result = Posix.rename(area, checked(name), directoryNumber, to);
        if (result < 0) unlink(area, name);
        return result;
    }

    private void checkTarget(byte[] target, StorePath destination) {
        boolean valid = target.length > 0 && target.length < 4096;
        for (byte b : target) valid &= b != 0;
        if (valid) return;
        throw new MoverException(
                ErrorCode.INVALID_PATH,
                "the target of the symbolic link " + tree.shown(destination)
                        + " is empty, has NUL or over 4,095 bytes");
    }

    private Descriptor parentOf(StorePath destination) {
        if (destination.isRoot()) {
            throw new MoverException(ErrorCode.INVALID_PATH, "nothing can be placed as " + tree.shown(destination));
        }
        tree.refuseReserved(destination);
        return tree.openToChange(destination.parent(), Posix.PATH_ONLY);
    }

    private MoverException placing(int result, StorePath destination) {
        MoverException error = Errno.writing(result, "placing", tree.shown(destination));
        if (result != -Errno.XDEV) return error;
        return new MoverException(
                ErrorCode.UNSUPPORTED,
                error.detail() + ": the directory " + tree.shown(destination.parent())
                        + " is on another file system than the root of its export; offer it as an export of its own");
    }

    @Override
    public void force() {
        int area = directory.borrow();
        try {
            int result = Posix.sync(area);
            if (result < 0) throw Errno.syncing(result, directory.what());
        } finally {
            directory.giveBack();
        }
        if (wayForced) return;
        areas.forceWay();
        wayForced = true;
    }

    @Override
    public void remove() {
        for (String name : names()) delete(name);
        areas.remove(this, areaName);
    }

    /** Ends the use of the directory. */
    void close() {
        directory.close();
    }

    /** Remembers that a file must not be used again. */
    void breakFile(String name, MoverException error) {
        broken.put(name, error);
    }

    /** Opens a file once more to be read from the device; the caller closes. */
    ReadBack readBack(LocalWritableFile file, Descriptor opened) {
        refuseBroken(file.name());
        int area = directory.borrow();
        try {
            byte[] bytes = checked(file.name());
            boolean direct = true;
            int number = Posix.openEntry(area, bytes, Posix.READ_ONLY | Posix.DIRECT, 0);
            if (number == -Errno.INVAL || number == -Errno.NOTSUP) {
                direct = false;
                number = Posix.openEntry(area, bytes, Posix.READ_ONLY, 0);
            }
            if (number < 0) throw Errno.writing(number, "open to read back", opened.what());
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

    private void refuseBroken(String name) {
        @Nullable MoverException error = broken.get(name);
        if (error != null) throw new MoverException(error.code(), error.detail(), error);
    }

    private byte[] checked(String name) {
        if (!NAME.matcher(name).matches()) throw new IllegalArgumentException("not a name of ours: " + name);
        return name.getBytes(StandardCharsets.US_ASCII);
    }

    private String shown(String name) {
        return directory.what() + "/" + name;
    }
}
