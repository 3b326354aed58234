package org.bdm.core.store.local;

import java.nio.ByteBuffer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReadableFile;

/** An open regular file of an export. */
final class LocalReadableFile implements ReadableFile {
    private final Descriptor file;
    private final FileStatus whenOpened;

    private LocalReadableFile(Descriptor file, FileStatus whenOpened) {
        this.file = file;
        this.whenOpened = whenOpened;
    }

    /** Takes ownership of the descriptor; closes it and throws unless it is a regular file. */
    static LocalReadableFile of(Descriptor opened) {
        boolean regular = false;
        try {
            FileStatus status = ExportTree.status(opened);
            switch (status.kind()) {
                case FILE -> regular = true;
                case DIRECTORY ->
                    throw new MoverException(ErrorCode.IS_A_DIRECTORY, opened.what() + " is a directory, not a file");
                case SYMBOLIC_LINK ->
                    throw new MoverException(ErrorCode.PATH_BLOCKED, opened.what() + " is a symbolic link");
                case SPECIAL ->
                    throw new MoverException(
                            ErrorCode.SPECIAL_FILE, opened.what() + " is a FIFO, a socket or a device");
            }
            return new LocalReadableFile(opened, status);
        } finally {
            if (!regular) opened.close();
        }
    }

    @Override
    public FileStatus status() {
        return ExportTree.status(file);
    }

    @Override
    public FileStatus statusWhenOpened() {
        return whenOpened;
    }

    @Override
    public int read(long offset, ByteBuffer target) {
        int number = file.borrow();
        try {
            long count = BufferTransfer.read(number, offset, target);
            if (count < 0) throw Errno.reading(count, "pread at offset " + offset, file.what());
            return (int) count;
        } finally {
            file.giveBack();
        }
    }

    @Override
    public long holeEnd(long offset) {
        int number = file.borrow();
        try {
            long end = Holes.end(number, offset);
            if (end < 0) throw Errno.reading(end, "statx", file.what());
            return end;
        } finally {
            file.giveBack();
        }
    }

    @Override
    public boolean dropCached() {
        int number = file.borrow();
        try {
            return Posix.dropCached(number) == 0;
        } finally {
            file.giveBack();
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
