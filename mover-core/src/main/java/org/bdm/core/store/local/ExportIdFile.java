package org.bdm.core.store.local;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.ExportId;
import org.bdm.core.store.ReservedName;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableFile;

/** Reads and makes {@code EXPORT/.bdm/export-id}. Several processes may do so at once, also on several machines: the first one wins. */
final class ExportIdFile {
    private static final String NAME = "export-id";
    private static final int BYTES_MAX = 1_000;

    private final ExportTree tree;
    private final WorkAreas areas;

    ExportIdFile(ExportTree tree, WorkAreas areas) {
        this.tree = tree;
        this.areas = areas;
    }

    /**
     * Returns the name that the directory gives itself; empty if it has none yet. Changes nothing.
     *
     * @throws MoverException EXPORT_DIFFERS if the file is there and cannot be understood
     */
    Optional<ExportId> read() {
        StorePath path = StorePath.ROOT.child(ReservedName.AREAS);
        int reserved = tree.openNumber(path, Posix.READ_ONLY | Posix.DIRECTORY);
        if (reserved == -Errno.NOENT) return Optional.empty();
        if (reserved < 0) throw Errno.reading(reserved, "open", tree.shown(path));
        try (Descriptor directory = new Descriptor(reserved, tree.shown(path))) {
            int number = Posix.openEntry(reserved, WorkDirectory.bytes(NAME), Posix.READ_ONLY | Posix.NON_BLOCKING, 0);
            String where = directory.what() + "/" + NAME;
            if (number == -Errno.NOENT) return Optional.empty();
            if (number < 0) throw Errno.reading(number, "open", where);
            try (Descriptor file = new Descriptor(number, where)) {
                return Optional.of(read(file));
            }
        }
    }

    private static ExportId read(Descriptor file) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(BYTES_MAX);
        int number = file.borrow();
        try {
            long read = Posix.read(number, Posix.addressOf(bytes), BYTES_MAX, 0);
            if (read < 0) throw Errno.reading((int) read, "read", file.what());
            bytes.limit((int) read);
        } finally {
            file.giveBack();
        }
        String content = StandardCharsets.ISO_8859_1.decode(bytes).toString();
        return ExportId.parse(content)
                .orElseThrow(() -> new MoverException(
                        ErrorCode.EXPORT_DIFFERS,
                        file.what() + " does not say whose directory this is: it was written by another program"));
    }

    /** Gives the directory a name, on stable storage when this returns; gives the one that it has if another process was first. */
    ExportId make(ExportId wanted) {
        write(wanted, false);
        return read().orElseThrow(() -> new MoverException(
                ErrorCode.EXPORT_MISSING, "the directory of " + tree.shown(StorePath.ROOT) + " has just gone"));
    }

    /** Gives the directory another name, on a person's word. */
    void replace(ExportId wanted) {
        write(wanted, true);
    }

    private void write(ExportId wanted, boolean replaces) {
        String unfinished = NAME + "-" + wanted.rootId(); // random, so that nobody else writes to it
        WorkDirectory directory = areas.reserved();
        try {
            try (WritableFile file = directory.create(unfinished)) {
                file.write(0, ByteBuffer.wrap(wanted.content().getBytes(StandardCharsets.US_ASCII)));
                file.force();
            }
            if (replaces) directory.rename(unfinished, NAME);
            else if (!directory.renameNew(unfinished, NAME)) directory.delete(unfinished);
            directory.force();
        } finally {
            directory.close();
        }
        areas.forceWay();
    }
}
