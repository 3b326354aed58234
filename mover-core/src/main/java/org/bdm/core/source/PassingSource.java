package org.bdm.core.source;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.Scitag;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Origin;

/** Passes everything on to another source; what stands before a source extends it and changes what it is there for. Any thread, as the other. */
public abstract class PassingSource implements BlockSource {
    private final BlockSource real;

    protected PassingSource(BlockSource real) {
        this.real = real;
    }

    @Override
    public SourceLimits limits() {
        return real.limits();
    }

    @Override
    public CompletionStage<Void> open(SourceListener listener) {
        return real.open(listener);
    }

    @Override
    public CompletionStage<Optional<DirectoryEntry>> status(StorePath path) {
        return real.status(path);
    }

    @Override
    public CompletionStage<Optional<DirectoryEntry>> statusOf(
            FileId file, StorePath path, FileVersion expected, List<Copy> copies) {
        return real.statusOf(file, path, expected, copies);
    }

    @Override
    public CompletionStage<DirectoryPage> list(StorePath directory, Optional<FileName> after, int entriesMax) {
        return real.list(directory, after, entriesMax);
    }

    @Override
    public CompletionStage<Checksum> digest(
            FileId file, StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
        return real.digest(file, path, expected, algorithm);
    }

    @Override
    public void want(List<WantedFile> files) {
        real.want(files);
    }

    @Override
    public DigestVerdict mistrust(FileId file, Epoch epoch, Checksum expected, Checksum found, int triesBefore) {
        return real.mistrust(file, epoch, expected, found, triesBefore);
    }

    @Override
    public boolean mayGoOn(FileId file) {
        return real.mayGoOn(file);
    }

    @Override
    public Duration stagedFor(FileId file) {
        return real.stagedFor(file);
    }

    @Override
    public List<Origin> originsOf(FileId file, Epoch epoch) {
        return real.originsOf(file, epoch);
    }

    @Override
    public void cancel(FileId file) {
        real.cancel(file);
    }

    @Override
    public void limitRate(long bytesPerSecondMax) {
        real.limitRate(bytesPerSecondMax);
    }

    @Override
    public int streams() {
        return real.streams();
    }

    @Override
    public long bytesArriving() {
        return real.bytesArriving();
    }

    @Override
    public Optional<SourceLoad> load() {
        return real.load();
    }

    @Override
    public StreamRange streamRange() {
        return real.streamRange();
    }

    @Override
    public void useStreams(int streams) {
        real.useStreams(streams);
    }

    @Override
    public int readersMost() {
        return real.readersMost();
    }

    @Override
    public void useReaders(int readers) {
        real.useReaders(readers);
    }

    @Override
    public void useDscp(Dscp dscp, Runnable onOneSided) {
        real.useDscp(dscp, onOneSided);
    }

    @Override
    public void useScitag(Scitag scitag) {
        real.useScitag(scitag);
    }

    @Override
    public void close() {
        real.close();
    }
}
