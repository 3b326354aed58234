package org.bdm.server.site.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/** A source that does nothing by itself. */
final class OneSource implements BlockSource {
    CompletableFuture<Void> opened = CompletableFuture.completedFuture(null);

    @Nullable SourceListener listener;

    int timesOpened;
    int wants;
    boolean isClosed;
    long bytesPerSecondMax = -1;
    final List<FileId> cancelled = new ArrayList<>();
    boolean isFull;

    SourceListener listener() {
        SourceListener told = listener;
        if (told == null) throw new IllegalStateException("not opened");
        return told;
    }

    @Override
    public SourceLimits limits() {
        return new SourceLimits(1 << 20, 1 << 26, 100, 1 << 16, false);
    }

    @Override
    public CompletionStage<Void> open(SourceListener told) {
        listener = told;
        timesOpened++;
        return opened;
    }

    @Override
    public CompletionStage<Optional<DirectoryEntry>> status(StorePath path) {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public CompletionStage<DirectoryPage> list(StorePath directory, Optional<FileName> after, int entriesMax) {
        return CompletableFuture.failedFuture(new MoverException(ErrorCode.SOURCE_NOT_FOUND, "empty"));
    }

    @Override
    public CompletionStage<Checksum> digest(
            FileId file, StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
        return CompletableFuture.failedFuture(new MoverException(ErrorCode.SOURCE_NOT_FOUND, "empty"));
    }

    @Override
    public void want(List<WantedFile> files) {
        if (isFull) throw new MoverException(ErrorCode.TOO_MANY_REQUESTS, "full");
        wants += files.size();
    }

    @Override
    public void cancel(FileId file) {
        cancelled.add(file);
    }

    @Override
    public void limitRate(long limit) {
        bytesPerSecondMax = limit;
    }

    @Override
    public int streams() {
        return 3;
    }

    @Override
    public void close() {
        isClosed = true;
    }
}
