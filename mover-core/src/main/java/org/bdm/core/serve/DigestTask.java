package org.bdm.core.serve;

import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.hasher.FileHasher;
import org.bdm.core.hasher.WholeFileDigest;
import org.bdm.core.hasher.WholeFileListener;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.wire.Frame;
import org.jspecify.annotations.Nullable;

/** One digest that a peer asked for: opens the file, lets the hasher compute, and looks whether the file is still the same. */
final class DigestTask implements WholeFileListener {
    /** Receives the answer. Called once with the end, on hash threads or the thread of {@link #start}. */
    interface Answer {
        void onProgress(long bytesDone);

        void onDigest(Frame.DigestAnswer answer);

        void onFailed(MoverException reason);
    }

    private final Frame.AskDigest asked;
    private final Answer answer;
    private final Executor slices;
    private @Nullable ReadableFile file; // guarded by this, as all below
    private @Nullable FileVersion opened;
    private @Nullable WholeFileDigest digest;
    private boolean cancelled;

    /** @param slices where the slices of the file wait for their turn */
    DigestTask(Frame.AskDigest asked, Answer answer, Executor slices) {
        this.asked = asked;
        this.answer = answer;
        this.slices = slices;
    }

    /**
     * Opens the file and begins. Blocks on the disk.
     *
     * @param granted gives the store, or throws if the file may not be read: that too is an end of the digest
     */
    void start(Supplier<Store> granted, FileHasher hasher) {
        try {
            ReadableFile readable = granted.get().open(asked.path());
            FileVersion version;
            synchronized (this) {
                file = readable;
                version = readable.statusWhenOpened().version();
                opened = version;
            }
            if (!version.equals(asked.expected())) throw changed(version);
            WholeFileDigest begun = hasher.digest(readable, asked.expected().size(), asked.algorithm(), this, slices);
            boolean stop;
            synchronized (this) {
                digest = begun;
                stop = cancelled;
            }
            if (stop) begun.cancel();
        } catch (MoverException e) {
            onFailed(e);
        } catch (Throwable e) { // also an error: whoever waits hears of it, and the thread goes on
            onFailed(new MoverException(ErrorCode.INTERNAL, "the digest of " + asked.path() + " failed", e));
        }
    }

    /** No longer wanted: the file is closed when the hasher has let go of it. */
    void cancel() {
        WholeFileDigest begun;
        synchronized (this) {
            cancelled = true;
            begun = digest;
        }
        if (begun != null) begun.cancel();
    }

    @Override
    public void onProgress(long bytesHashed) {
        answer.onProgress(bytesHashed);
    }

    @Override
    public void onDigest(Checksum checksum) {
        try {
            checkUnchanged();
        } catch (MoverException e) {
            onFailed(e);
            return;
        }
        closeFile();
        answer.onDigest(new Frame.DigestAnswer(
                asked.request(), asked.file(), asked.expected().size(), Optional.of(checksum)));
    }

    @Override
    public void onFailed(MoverException reason) {
        closeFile();
        answer.onFailed(reason);
    }

    private synchronized void checkUnchanged() {
        if (file == null || opened == null) return;
        FileVersion now = file.status().version();
        if (!now.equals(opened)) throw changed(now);
    }

    private MoverException changed(FileVersion now) {
        return new MoverException(
                ErrorCode.SOURCE_CHANGED, asked.path() + " changed: expected " + asked.expected() + ", now " + now);
    }

    private synchronized void closeFile() {
        ReadableFile held = file;
        file = null;
        if (held != null) held.close();
    }
}
