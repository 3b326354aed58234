package org.bdm.core.reader;

import org.jspecify.annotations.Nullable;

/** Files that the lanes of one stream have open. The last one stays open for an item that needs it too. Any thread that may block on the disk. */
final class OpenFiles {
    private @Nullable FileBeingRead last; // guarded by this, as are the users of all files; this is one of them
    private boolean isClosed; // guarded by this

    /** The file of an item; must be released. Errors as {@link FileBeingRead#open}. */
    FileBeingRead open(ReadItem item) {
        FileBeingRead shared = lastFor(item);
        if (shared != null) return shared;
        FileBeingRead file = FileBeingRead.open(item);
        file.users = 1; // nobody else knows it
        keep(file);
        return file;
    }

    private synchronized @Nullable FileBeingRead lastFor(ReadItem item) {
        FileBeingRead file = last;
        if (file == null || !file.serves(item)) return null;
        file.users++;
        return file;
    }

    private void keep(FileBeingRead file) {
        FileBeingRead before;
        synchronized (this) {
            if (isClosed) return;
            before = last;
            last = file;
            file.users++;
        }
        if (before != null) release(before);
    }

    /** A user needs the file no longer. */
    void release(FileBeingRead file) {
        synchronized (this) {
            file.users--;
            if (file.users > 0) return;
        }
        file.close();
    }

    /** The next item opens its file afresh. */
    void forgetLast() {
        FileBeingRead file;
        synchronized (this) {
            file = last;
            last = null;
        }
        if (file != null) release(file);
    }

    /** As {@link #forgetLast}, from now on after each file. */
    void close() {
        synchronized (this) {
            isClosed = true;
        }
        forgetLast();
    }
}
