package org.bdm.core.source.bdm;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;
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
import org.bdm.core.store.StorePath;

/** One export of another mover, asked over several streams. Any thread. */
public final class PeerSource implements BlockSource {
    /**
     * A source that is not open yet.
     *
     * @param threads runs the loop of this source, one task at a time, and its timers; may be shared by many sources
     */
    public PeerSource(
            PeerSession session,
            PeerOptions options,
            StreamOpener opener,
            TicketSupplier tickets,
            ScheduledExecutorService threads,
            Clock clock,
            RandomGenerator random) {
        throw new UnsupportedOperationException("comes next");
    }

    @Override
    public SourceLimits limits() {
        throw new UnsupportedOperationException("comes next");
    }

    @Override
    public CompletionStage<Void> open(SourceListener listener) {
        throw new UnsupportedOperationException("comes next");
    }

    @Override
    public CompletionStage<Optional<DirectoryEntry>> status(StorePath path) {
        throw new UnsupportedOperationException("comes next");
    }

    @Override
    public CompletionStage<DirectoryPage> list(StorePath directory, Optional<FileName> after, int entriesMax) {
        throw new UnsupportedOperationException("comes next");
    }

    @Override
    public CompletionStage<Checksum> digest(
            FileId file, StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
        throw new UnsupportedOperationException("comes next");
    }

    @Override
    public void want(List<WantedFile> files) {
        throw new UnsupportedOperationException("comes next");
    }

    @Override
    public void cancel(FileId file) {
        throw new UnsupportedOperationException("comes next");
    }

    @Override
    public void limitRate(long bytesPerSecondMax) {
        throw new UnsupportedOperationException("comes next");
    }

    @Override
    public int streams() {
        throw new UnsupportedOperationException("comes next");
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("comes next");
    }
}
