package org.bdm.core.store;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * A store for readers that will come again: a file that is offline when it is opened is wanted on disk. Any thread that may block.
 *
 * @param inner the store that is read
 */
public record RecallingStore(Store inner) implements Store {
    @Override
    public StoreAbilities abilities() {
        return inner.abilities();
    }

    @Override
    public Optional<FileStatus> status(StorePath path) {
        return inner.status(path);
    }

    @Override
    public BatchLook look() {
        return inner.look();
    }

    @Override
    public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
        return inner.list(directory, after, entriesMax);
    }

    @Override
    public ReadableFile open(StorePath file) {
        try {
            return inner.open(file);
        } catch (MoverException e) {
            if (e.code() == ErrorCode.BEING_STAGED) inner.recall(file);
            throw e;
        }
    }

    @Override
    public BatchOpen open(List<StorePath> files) {
        List<StorePath> asked = List.copyOf(files);
        BatchOpen batch = inner.open(asked);
        return new BatchOpen() {
            private int opened;

            @Override
            public ReadableFile next() {
                StorePath file = asked.get(opened++);
                try {
                    return batch.next();
                } catch (MoverException e) {
                    if (e.code() == ErrorCode.BEING_STAGED) inner.recall(file);
                    throw e;
                }
            }

            @Override
            public void close() {
                batch.close();
            }
        };
    }

    @Override
    public boolean mayHaveOffline() {
        return inner.mayHaveOffline();
    }

    @Override
    public Set<StorePath> offline(List<StorePath> files) {
        return inner.offline(files);
    }

    @Override
    public void recall(StorePath file) {
        inner.recall(file);
    }

    @Override
    public boolean recallToCheck(StorePath file) {
        return inner.recallToCheck(file);
    }

    @Override
    public Optional<byte[]> belowRoot(byte[] absolutePath) {
        return inner.belowRoot(absolutePath);
    }

    @Override
    public long freeBytes() {
        return inner.freeBytes();
    }

    @Override
    public OptionalLong totalBytes() {
        return inner.totalBytes();
    }
}
