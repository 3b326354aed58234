package org.bdm.core.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * All copies of the files of a job: those that sites have, this one first, and those of data nodes when no site can give the file. A file
 * that fails at a site goes on at the next place with what has come; one whose digest is then wrong is fetched anew without that site. Any
 * thread.
 *
 * <p>Only files whose digest is known may have copies at sites: it is what tells that all places mean the same bytes.
 */
public final class SitesFirstSource implements BlockSource {
    private static final long OPENING_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long GONE_NANOS = Duration.ofSeconds(60).toNanos();
    private static final int MODE = 0644;

    private final BlockSource nodes;
    private final SiteSources sites;
    private final LongSupplier nanoTime;
    private final BoundedFiles files = new BoundedFiles();
    private final Map<Endpoint, SitePlace> places =
            new HashMap<>(); // by root of the export; guarded by this, as is all below
    private @Nullable SourceListener listener;
    private long bytesPerSecondMax;
    private boolean isClosed;

    /**
     * A source that is not open yet.
     *
     * @param nodes asks the data nodes; its limits are those of this source
     */
    public SitesFirstSource(BlockSource nodes, SiteSources sites, LongSupplier nanoTime) {
        this.nodes = nodes;
        this.sites = sites;
        this.nanoTime = nanoTime;
    }

    @Override
    public SourceLimits limits() {
        return nodes.limits();
    }

    @Override
    public CompletionStage<Void> open(SourceListener told) {
        synchronized (this) {
            listener = told;
        }
        return nodes.open(told);
    }

    @Override
    public CompletionStage<Optional<DirectoryEntry>> status(StorePath path) {
        return nodes.status(path);
    }

    /** Of a file that a site has in the expected size: exactly the expected version. Its digest says the rest. */
    @Override
    public CompletionStage<Optional<DirectoryEntry>> statusOf(
            FileId file, StorePath path, FileVersion expected, List<Copy> copies) {
        Optional<FileAtSites> known = files.find(file);
        List<Copy> usable = known.map(at -> at.usable(copies)).orElseGet(() -> new FileAtSites().usable(copies));
        Optional<Copy> copy = usable.stream().filter(this::isReachable).findFirst();
        if (copy.isEmpty()) return nodes.statusOf(file, path, expected, copies);
        FileStatus same = new FileStatus(FileKind.FILE, expected, MODE, null);
        Optional<DirectoryEntry> answer = Optional.of(new DirectoryEntry(path.name(), same, null));
        return looked(copy.get(), expected.size())
                .handle((found, failure) -> failure == null
                        ? CompletableFuture.<Optional<DirectoryEntry>>completedFuture(answer)
                        : nodes.statusOf(file, path, expected, copies))
                .thenCompose(next -> next);
    }

    private CompletionStage<FileVersion> looked(Copy copy, long sizeBytes) {
        try {
            return place(copy).look(copy, sizeBytes);
        } catch (MoverException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public CompletionStage<DirectoryPage> list(StorePath directory, Optional<FileName> after, int entriesMax) {
        return nodes.list(directory, after, entriesMax);
    }

    @Override
    public CompletionStage<Checksum> digest(
            FileId file, StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
        return nodes.digest(file, path, expected, algorithm);
    }

    @Override
    public void want(List<WantedFile> wanted) {
        List<WantedFile> others = new ArrayList<>(wanted.size());
        for (WantedFile each : wanted) {
            boolean hasSites = each.copies().stream().anyMatch(Copy::isAtSite);
            if (!hasSites || !wantAtSite(each)) others.add(each);
        }
        if (!others.isEmpty()) nodes.want(others);
    }

    /** False if it is for data nodes. */
    private boolean wantAtSite(WantedFile wanted) {
        FileAtSites file = files.of(wanted);
        Optional<Copy> copy = file.choose(wanted.epoch(), wanted.copies(), this::isReachable);
        while (copy.isPresent()) {
            try {
                place(copy.get()).want(file, wanted, copy.get());
                return true;
            } catch (MoverException e) {
                file.failed(wanted.epoch(), e); // no such site any more
                copy = file.choose(wanted.epoch(), wanted.copies(), this::isReachable);
            }
        }
        boolean hasNodes = wanted.copies().stream().anyMatch(other -> !other.isAtSite());
        if (!hasNodes) told().onItemFailed(wanted.file(), wanted.epoch(), file.whyNone());
        return !hasNodes;
    }

    private synchronized SourceListener told() {
        SourceListener known = listener;
        if (known == null) throw new IllegalStateException("the source is not open");
        return known;
    }

    /** Whether the place of a copy may be asked now; one that opens for long does not hold up a file. */
    private synchronized boolean isReachable(Copy copy) {
        if (isClosed) return false;
        SitePlace place = places.get(root(copy));
        if (place == null || place.isOpen()) return true;
        long age = nanoTime.getAsLong() - place.openedAtNanos();
        if (!place.isGone()) return age < OPENING_NANOS;
        if (age < GONE_NANOS) return false;
        place.source().close();
        places.remove(root(copy));
        return true;
    }

    private static Endpoint root(Copy copy) {
        return Endpoint.parse(copy.location().toString()).withPath(StorePath.ROOT);
    }

    private synchronized SitePlace place(Copy copy) {
        Endpoint root = root(copy);
        SitePlace known = places.get(root);
        if (known != null) return known;
        BlockSource source = sites.connect(root.site(), root.export());
        boolean isHere = sites.isHere(root.site());
        SitePlace place = new SitePlace(source, isHere, files, told(), nanoTime.getAsLong());
        places.put(root, place);
        if (bytesPerSecondMax > 0 && !isHere) source.limitRate(bytesPerSecondMax);
        place.open();
        return place;
    }

    @Override
    public DigestVerdict mistrust(FileId file, Epoch epoch, Checksum expected, Checksum found, int triesBefore) {
        Optional<DigestVerdict> ofSite = files.find(file).flatMap(at -> at.mistrust(epoch, expected, found));
        return ofSite.orElseGet(() -> nodes.mistrust(file, epoch, expected, found, triesBefore));
    }

    @Override
    public void cancel(FileId file) {
        files.find(file).ifPresent(FileAtSites::cancelled);
        for (SitePlace place : open()) place.source().cancel(file);
        nodes.cancel(file);
    }

    private synchronized List<SitePlace> open() {
        return List.copyOf(places.values());
    }

    /** The limit is for each place; files that are here are not limited: nothing is moved for them. */
    @Override
    public void limitRate(long bytesPerSecond) {
        synchronized (this) {
            bytesPerSecondMax = bytesPerSecond;
        }
        nodes.limitRate(bytesPerSecond);
        for (SitePlace place : open()) if (!place.isHere()) place.source().limitRate(bytesPerSecond);
    }

    @Override
    public int streams() {
        int streams = nodes.streams();
        for (SitePlace place : open())
            if (!place.isHere()) streams += place.source().streams();
        return streams;
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        nodes.close();
        for (SitePlace place : open()) place.source().close();
    }
}
