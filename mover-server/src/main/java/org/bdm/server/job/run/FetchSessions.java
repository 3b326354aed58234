package org.bdm.server.job.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bdm.core.destination.Destination;
import org.bdm.core.destination.StoreDestination;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.FetchListener;
import org.bdm.core.fetch.FetchParts;
import org.bdm.core.fetch.FetchRuntime;
import org.bdm.core.fetch.FetchSession;
import org.bdm.core.fetch.RunningFetch;
import org.bdm.core.finish.FinishOptions;
import org.bdm.core.hasher.FileHasher;
import org.bdm.core.hasher.SessionHasher;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.loop.SerialLoop;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.RelayHolder;
import org.bdm.core.source.RelayedSource;
import org.bdm.core.source.SiteSources;
import org.bdm.core.source.SitesFirstSource;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.TransferOptions;
import org.bdm.core.writer.WriterSettings;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.job.bucket.BucketDestinations;
import org.bdm.server.job.bucket.BucketLimits;
import org.bdm.server.job.limit.LinkFlow;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.job.replaced.ReplacedFiles;
import org.bdm.server.site.access.LinkReading;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.SourceConnections;
import org.bdm.server.site.access.WebSources;
import org.bdm.server.tape.StagedFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes sessions that ask a data port and write into an export of this site. Any thread that may block. */
public final class FetchSessions implements SessionFactory {
    private static final Logger LOG = LoggerFactory.getLogger(FetchSessions.class);

    private final OwnSite own;
    private final LocalExports exports;
    private final BucketDestinations buckets;
    private final SourceConnections sources;
    private final WebSources web;
    private final LinkFlows links;
    private final StagedFiles staged;
    private final FileHasher hasher;
    private final WriterSettings writers;
    private final FetchRuntime runtime;
    private final Catalog catalog;

    /** The places to read from, the limits of the links to them, and which of their files have to be brought from tape first. */
    public record Outside(SourceConnections sources, WebSources web, LinkFlows links, StagedFiles staged) {}

    /** The places to write to. */
    public record Inside(LocalExports exports, BucketDestinations buckets) {}

    /**
     * With its parts.
     *
     * @param hasher of the node, shared by all sessions
     */
    public FetchSessions(
            OwnSite own,
            Inside inside,
            Outside outside,
            FileHasher hasher,
            WriterSettings writers,
            FetchRuntime runtime,
            Catalog catalog) {
        this.own = own;
        this.exports = inside.exports();
        this.buckets = inside.buckets();
        this.sources = outside.sources();
        this.web = outside.web();
        this.links = outside.links();
        this.staged = outside.staged();
        this.hasher = hasher;
        this.writers = writers;
        this.runtime = runtime;
        this.catalog = catalog;
    }

    @Override
    public StagedFiles staged() {
        return staged;
    }

    @Override
    public FetchSession begin(JobId job, Route route, TransferOptions options, FetchListener listener) {
        Destination destination = destination(job, route, options, listener);
        BlockSource source = source(job, route, options, listener);
        FetchParts parts = new FetchParts(job, source, destination, SessionHasher.of(hasher), options, runtime);
        return RunningFetch.begin(parts, listener);
    }

    /** Makes the place that the files go to; a place that is neither a directory nor a bucket would be made here. */
    private Destination destination(JobId job, Route route, TransferOptions options, FetchListener listener) {
        Optional<ObjectStore> bucket = buckets.bucket(route.destination());
        if (bucket.isPresent()) return inBucket(job, route, options, bucket.get(), listener);
        WritableStore store = exports.writable(route.destination());
        FinishOptions finish = new FinishOptions(
                options.verify() == TransferOptions.VerifyMode.READBACK,
                options.onConflict() == TransferOptions.ConflictPolicy.OVERWRITE ? PlaceMode.REPLACE : PlaceMode.NEW,
                options.directoryMode(),
                options.onConflict() == TransferOptions.ConflictPolicy.UPDATE
                        ? new ReplacedFiles(catalog, job, route.destination(), store).resumed()
                        : null);
        return new StoreDestination(store, job, writers, finish, runtime.loop());
    }

    private Destination inBucket(
            JobId job, Route route, TransferOptions options, ObjectStore store, FetchListener listener) {
        BucketLimits.refuse(options.onConflict(), route.destination());
        FinishOptions finish = new FinishOptions(
                options.verify() == TransferOptions.VerifyMode.READBACK,
                options.onConflict() == TransferOptions.ConflictPolicy.OVERWRITE ? PlaceMode.REPLACE : PlaceMode.NEW,
                options.directoryMode());
        Destination destination = buckets.destination(route.destination(), store, job, finish);
        listener.onNote(BucketLimits.NOTE, BucketLimits.note(route.destination(), buckets.manners(store)));
        return destination;
    }

    private BlockSource source(JobId job, Route route, TransferOptions options, FetchListener listener) {
        MarkedSources connecting = new MarkedSources(sources, options, listener);
        if (route.source() instanceof SourcePlace.OfSite of) {
            BlockSource origin = connecting.connect(of.site(), of.export(), job, List.of(StorePath.ROOT), of.links());
            return route.relay().isEmpty() ? origin : relayed(job, of, origin, route.relay(), connecting, listener);
        }
        connecting.noteDataNodes();
        return new SitesFirstSource(web.open(job), ofSites(job, connecting), runtime.nanoTime(), this::after);
    }

    private BlockSource relayed(
            JobId job,
            SourcePlace.OfSite of,
            BlockSource origin,
            RelayOrder relay,
            SourceConnections connecting,
            FetchListener listener) {
        List<RelayHolder> holders = new ArrayList<>();
        for (Endpoint tree : relay.before()) holders.add(holder(job, relay, tree, true, connecting));
        for (Endpoint tree : relay.after()) holders.add(holder(job, relay, tree, false, connecting));
        SerialLoop loop = new SerialLoop(
                runtime.loop(), () -> {}, defect -> LOG.error("a step of the relay of {} failed", job, defect));
        BlockSource metered = new MeteredSource(
                origin, links, LinkFlow.Use.place(job, of.site().value()));
        return new RelayedSource(
                metered, holders, runtime.nanoTime(), loop, sentence -> listener.onNote("RELAY", sentence));
    }

    private RelayHolder holder(
            JobId job, RelayOrder relay, Endpoint tree, boolean isAwaited, SourceConnections connecting) {
        return new RelayHolder(
                tree.site().value(),
                isAwaited,
                path -> relay.pathAt(tree, path),
                () -> onDisk(() -> new MeteredSource(
                        connecting.connect(tree.site(), tree.export(), job, List.of(tree.path()), LinkReading.AS_LINKS),
                        links,
                        LinkFlow.Use.place(job, tree.site().value()))));
    }

    /** The catalog is asked where a site is: not on a thread that must not wait. */
    private CompletionStage<BlockSource> onDisk(Supplier<BlockSource> opening) {
        try {
            return CompletableFuture.supplyAsync(opening, runtime.disk());
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(
                    new MoverException(ErrorCode.CANCELLED, "the threads have ended before a session", e));
        }
    }

    private void after(Duration wait, Runnable task) {
        try {
            var unused = runtime.loop().schedule(task, wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("the threads have ended before a session", e);
        }
    }

    /** Copies at sites. A file that is held may be a symbolic link to where it is. */
    private SiteSources ofSites(JobId job, SourceConnections connecting) {
        return new SiteSources() {
            @Override
            public CompletionStage<BlockSource> connect(SiteName site, ExportName export) {
                return onDisk(() -> connected(site, export));
            }

            private BlockSource connected(SiteName site, ExportName export) {
                LinkReading reading = isHere(site) ? LinkReading.FOLLOWED : LinkReading.AS_LINKS;
                BlockSource source = connecting.connect(site, export, job, List.of(StorePath.ROOT), reading);
                return isHere(site) ? source : new MeteredSource(source, links, LinkFlow.Use.place(job, site.value()));
            }

            @Override
            public boolean isHere(SiteName site) {
                return site.equals(own.name());
            }
        };
    }
}
