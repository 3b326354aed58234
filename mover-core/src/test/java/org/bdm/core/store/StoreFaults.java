package org.bdm.core.store;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** What is to go wrong in a {@link MemoryStore}. All off at first; may be set at any time, on any thread. */
public final class StoreFaults {
    private final Map<String, Long> unreadable = new HashMap<>();
    private final Map<String, MoverException> hidden = new HashMap<>();
    private final Set<StorePath> offline = new HashSet<>();
    private long spaceBytes = Long.MAX_VALUE;
    private long inodes;
    private long freeInodes;
    private int forcesToFail;
    private int directoryForcesToFail;
    private int opensToFail;
    private MoverException openFailure;
    private boolean skipsDataForces;
    private boolean skipsDirectoryForces;
    private boolean makesLinks = true;
    private Consumer<StoreCall> beforeCall = call -> {};

    StoreFaults() {}

    /** The next force of a file fails, and every later one of that file: its bytes never become durable. */
    public synchronized void failNextForce() {
        forcesToFail++;
    }

    /** The next force of a directory or a work area fails. */
    public synchronized void failNextDirectoryForce() {
        directoryForcesToFail++;
    }

    /** So many bytes may still be written, then NO_SPACE; {@code Long.MAX_VALUE} is no limit. */
    public synchronized void spaceBytes(long bytes) {
        spaceBytes = bytes;
    }

    /** The file system makes no second names for files. */
    public synchronized void makesNoLinks() {
        makesLinks = false;
    }

    synchronized boolean makesLinks() {
        return makesLinks;
    }

    /** The file system says that it can hold so many files, and so many more. */
    public synchronized void inodes(long all, long free) {
        inodes = all;
        freeInodes = free;
    }

    long inodes() {
        return inodes;
    }

    long freeInodes() {
        return freeInodes;
    }

    /** Reading the byte at {@code offset} of an export's file fails with SOURCE_READ_ERROR, until {@link #readable}. */
    public synchronized void unreadable(StorePath file, long offset) {
        unreadable.put(file.toString(), offset);
    }

    /** Looking at this entry fails for this reason. */
    public synchronized void hidden(StorePath entry, MoverException reason) {
        hidden.put(entry.toString(), reason);
    }

    /** The bytes of this file are not on disk, as an HSM says. */
    public synchronized void offline(StorePath file) {
        offline.add(file);
    }

    synchronized Set<StorePath> offlineOf(List<StorePath> files) {
        Set<StorePath> of = new HashSet<>(files);
        of.retainAll(offline);
        return of;
    }

    synchronized void failLookIfAsked(StorePath entry) {
        MoverException reason = hidden.get(entry.toString());
        if (reason != null) throw reason;
    }

    /** The next so many openings of an export's file to read fail for this reason. */
    public synchronized void failNextOpens(int times, MoverException reason) {
        opensToFail = times;
        openFailure = reason;
    }

    synchronized void failOpenIfAsked() {
        if (opensToFail > 0 && opensToFail-- > 0) throw openFailure;
    }

    /** Ends {@link #unreadable} and {@link #hidden}. */
    public synchronized void readable(StorePath file) {
        unreadable.remove(file.toString());
        hidden.remove(file.toString());
    }

    /** From now on a force of a file does nothing and says it did: a store that a test must catch. */
    public synchronized void skipDataForces() {
        skipsDataForces = true;
    }

    /** From now on a force of a directory or work area does nothing and says it did. */
    public synchronized void skipDirectoryForces() {
        skipsDirectoryForces = true;
    }

    /**
     * Runs before each recorded call takes effect, on its thread: it may throw (the call then does nothing, as when the process dies just
     * before) or block.
     */
    public synchronized void beforeCall(Consumer<StoreCall> hook) {
        beforeCall = hook;
    }

    Consumer<StoreCall> hook() {
        return beforeCall;
    }

    boolean takeForceFailure() {
        return forcesToFail > 0 && forcesToFail-- > 0;
    }

    boolean takeDirectoryForceFailure() {
        return directoryForcesToFail > 0 && directoryForcesToFail-- > 0;
    }

    boolean skipsData() {
        return skipsDataForces;
    }

    boolean skipsDirectories() {
        return skipsDirectoryForces;
    }

    long space() {
        return spaceBytes;
    }

    void use(long bytes, String where) {
        if (bytes > spaceBytes) {
            throw new MoverException(ErrorCode.NO_SPACE, "pwrite of " + where + " failed: ENOSPC (no space left)");
        }
        if (spaceBytes != Long.MAX_VALUE) spaceBytes -= bytes;
    }

    void checkReadable(String file, long offset, long length) {
        Long bad = unreadable.get(file);
        if (bad != null && bad >= offset && bad < offset + length) {
            throw new MoverException(
                    ErrorCode.SOURCE_READ_ERROR,
                    "pread at offset " + bad + " of " + file + " said EIO (input/output error)");
        }
    }
}
