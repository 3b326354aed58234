package org.bdm.core.source;

import java.net.URI;
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
import org.bdm.core.fault.ErrorCode;
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
import org.bdm.core.transfer.Origin;
import org.jspecify.annotations.Nullable;

/**
 * All copies of the files of a job: those that sites have, this one first, and those of data nodes when no site can give the file. A file
 * that fails at a site goes on at the next place with what has come; one whose digest is then wrong is fetched anew without that site. Any
 * thread.
 *
 * <p>Only files whose digest is known may have copies at sites: it is what tells that all places mean the same bytes.
 */
public final class SitesFirstSource implements BlockSource {
    private static final int MODE = 0644;

    private final BlockSource nodes;
    private final SiteSources sites;
    private final LongSupplier nanoTime;
    private final WaitTimer timer;
    private final BoundedFiles files = new BoundedFiles();
    private final Map<Endpoint, WatchedSite> watched =
            new HashMap<>(); // by root of the export; guarded by this, as is all below
    private @Nullable SourceListener listener;
    private long bytesPerSecondMax;
    private boolean isClosed;

    /**
     * A source that is not open yet.
     *
     * @param nodes asks the data nodes; its limits are those of this source
     * @param timer ends the waiting for sites that are silent
     */
    public SitesFirstSource(BlockSource nodes, SiteSources sites, LongSupplier nanoTime, WaitTimer timer) {
        this.nodes = nodes;
        this.sites = sites;
        this.nanoTime = nanoTime;
        this.timer = timer;
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
        for (Copy copy : usable) {
            Optional<SitePlace> place = site(copy).flatMap(WatchedSite::toAsk);
            if (place.isPresent()) return statusAt(place.get(), copy, file, path, expected, copies);
        }
        return elsewhere(
                file,
                path,
                expected,
                copies,
                new MoverException(ErrorCode.PEER_UNREACHABLE, "no site that has " + path + " can be reached"));
    }

    private CompletionStage<Optional<DirectoryEntry>> statusAt(
            SitePlace place, Copy copy, FileId file, StorePath path, FileVersion expected, List<Copy> copies) {
        FileStatus same = new FileStatus(FileKind.FILE, expected, MODE, null);
        Optional<DirectoryEntry> answer = Optional.of(new DirectoryEntry(path.name(), same, null));
        return place.look(copy, expected.size())
                .handle((found, failure) -> failure == null
                        ? CompletableFuture.<Optional<DirectoryEntry>>completedFuture(answer)
                        : elsewhere(file, path, expected, copies, SitePlace.asMoverException(failure)))
                .thenCompose(next -> next);
    }

    private CompletionStage<Optional<DirectoryEntry>> elsewhere(
            FileId file, StorePath path, FileVersion expected, List<Copy> copies, MoverException reason) {
        boolean hasNodes = copies.isEmpty() || copies.stream().anyMatch(other -> !other.isAtSite());
        return hasNodes ? nodes.statusOf(file, path, expected, copies) : CompletableFuture.failedStage(reason);
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
        for (Copy copy : file.wanted(wanted.epoch(), wanted.copies())) {
            Optional<SitePlace> place = site(copy).flatMap(WatchedSite::toAsk);
            if (place.isEmpty()) continue;
            file.asks(root(copy), copy.location());
            place.get().want(file, wanted, copy);
            return true;
        }
        boolean hasNodes = wanted.copies().stream().anyMatch(other -> !other.isAtSite());
        if (hasNodes) file.asksElsewhere();
        else told().onItemFailed(wanted.file(), wanted.epoch(), file.whyNone(whyNotAsked(wanted.copies())));
        return !hasNodes;
    }

    private Map<URI, MoverException> whyNotAsked(List<Copy> copies) {
        Map<URI, MoverException> why = new HashMap<>();
        for (Copy copy : copies) {
            site(copy)
                    .ifPresent(site -> why.put(
                            copy.location(),
                            site.why()
                                    .orElseGet(() -> new MoverException(
                                            ErrorCode.PEER_UNREACHABLE,
                                            root(copy) + ": the site has not answered yet"))));
        }
        return why;
    }

    private synchronized SourceListener told() {
        SourceListener known = listener;
        if (known == null) throw new IllegalStateException("the source is not open");
        return known;
    }

    private static Endpoint root(Copy copy) {
        return Endpoint.parse(copy.location().toString()).withPath(StorePath.ROOT);
    }

    /** Empty once this is closed. */
    private synchronized Optional<WatchedSite> site(Copy copy) {
        if (isClosed) return Optional.empty();
        Endpoint root = root(copy);
        return Optional.of(watched.computeIfAbsent(root, missing -> new WatchedSite(() -> opening(root), nanoTime)));
    }

    private SitePlace opening(Endpoint root) {
        SitePlace place = new SitePlace(root, sites.isHere(root.site()), files, told(), nanoTime, timer);
        place.limitRate(rate());
        place.open(sites.connect(root.site(), root.export()));
        if (isClosed()) place.close();
        return place;
    }

    private synchronized long rate() {
        return bytesPerSecondMax;
    }

    private synchronized boolean isClosed() {
        return isClosed;
    }

    @Override
    public DigestVerdict mistrust(FileId file, Epoch epoch, Checksum expected, Checksum found, int triesBefore) {
        Optional<DigestVerdict> ofSite = files.find(file).flatMap(at -> at.mistrust(epoch, expected, found));
        return ofSite.orElseGet(() -> nodes.mistrust(file, epoch, expected, found, triesBefore));
    }

    @Override
    public boolean mayGoOn(FileId file) {
        return nodes.mayGoOn(file);
    }

    @Override
    public Duration stagedFor(FileId file) {
        return nodes.stagedFor(file);
    }

    @Override
    public List<Origin> originsOf(FileId file, Epoch epoch) {
        List<Origin> origins =
                new ArrayList<>(files.find(file).map(at -> at.origins(epoch)).orElse(List.of()));
        origins.addAll(nodes.originsOf(file, epoch));
        return origins;
    }

    @Override
    public void cancel(FileId file) {
        files.find(file).ifPresent(FileAtSites::cancelled);
        for (SitePlace place : open()) place.cancel(file);
        nodes.cancel(file);
    }

    private List<SitePlace> open() {
        List<WatchedSite> all;
        synchronized (this) {
            all = List.copyOf(watched.values());
        }
        return all.stream().flatMap(site -> site.places().stream()).toList();
    }

    /** The limit is for each place; files that are here are not limited: nothing is moved for them. */
    @Override
    public void limitRate(long bytesPerSecond) {
        synchronized (this) {
            bytesPerSecondMax = bytesPerSecond;
        }
        nodes.limitRate(bytesPerSecond);
        for (SitePlace place : open()) place.limitRate(bytesPerSecond);
    }

    @Override
    public int streams() {
        int streams = nodes.streams();
        for (SitePlace place : open()) if (!place.isHere()) streams += place.streams();
        return streams;
    }

    @Override
    public long bytesArriving() {
        long bytes = nodes.bytesArriving();
        for (SitePlace place : open()) bytes += place.bytesArriving();
        return bytes;
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        nodes.close();
        for (SitePlace place : open()) place.close();
    }
}
