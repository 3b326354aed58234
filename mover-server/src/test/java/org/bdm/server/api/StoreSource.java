package org.bdm.server.api;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.FileId;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.server.look.StoreTree;

/** Another site that only lets itself be looked at. */
final class StoreSource implements BlockSource {
    private final Store store;

    StoreSource(Store store) {
        this.store = store;
    }

    private static <T> CompletionStage<T> answer(Supplier<T> look) {
        try {
            return CompletableFuture.completedStage(look.get());
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public SourceLimits limits() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Void> open(SourceListener listener) {
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Optional<DirectoryEntry>> status(StorePath path) {
        FileName name = path.isRoot() ? FileName.ofUtf8("root") : path.name();
        return answer(() -> store.status(path).map(status -> new DirectoryEntry(name, status, null)));
    }

    @Override
    public CompletionStage<DirectoryPage> list(StorePath directory, Optional<FileName> after, int entriesMax) {
        return answer(() -> store.list(directory, after.orElse(null), entriesMax));
    }

    @Override
    public CompletionStage<Checksum> digest(
            FileId file, StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
        return answer(
                () -> new StoreTree(store).digest(path, expected, algorithm).await());
    }

    @Override
    public void want(List<WantedFile> files) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void cancel(FileId file) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void limitRate(long bytesPerSecondMax) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int streams() {
        return 1;
    }

    @Override
    public void close() {
        // nothing is open
    }
}
