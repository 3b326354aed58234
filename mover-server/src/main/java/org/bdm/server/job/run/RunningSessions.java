package org.bdm.server.job.run;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.bdm.core.adapt.AdaptDecision;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.DisputedFile;
import org.bdm.core.fetch.FetchListener;
import org.bdm.core.fetch.FetchSession;
import org.bdm.core.id.FileId;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.TransferChunk;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.dataset.replica.TreesAtSites;
import org.bdm.server.holding.dispute.DisputedHoldings;
import org.bdm.server.holding.record.HeldFiles;
import org.bdm.server.holding.record.HoldingsOfJobs;
import org.bdm.server.job.hardlink.KeptLinks;
import org.bdm.server.job.hardlink.NamesToLink;
import org.bdm.server.job.limit.JobTerms;
import org.bdm.server.site.access.AskersRights;
import org.bdm.server.site.opening.Closure;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sessions of one running job, one per route and few at once, and the chunks they work on. Belongs to the job's thread. */
final class RunningSessions {
    private static final Logger LOG = LoggerFactory.getLogger(RunningSessions.class);
    private static final Set<String> MARKS = Set.of(MarkedSources.DSCP_EVENT, MarkedSources.SCITAG_EVENT);
    private static final int CHUNKS_HELD_MAX = 32;
    private static final int SESSIONS_MAX = 4;
    private static final Duration OTHER_ROUTE_AFTER = Duration.ofSeconds(1);
    private static final Duration LOST_ROUTE_AFTER = Duration.ofSeconds(60);

    private final Job job;
    private final DispatchParts parts;
    private final JobSettings settings;
    private final Consumer<Runnable> post;
    private final Consumer<MoverException> onTrouble;
    private final Map<Route, FetchSession> byRoute = new HashMap<>();
    private final Map<Route, CompletableFuture<Void>> stopping = new HashMap<>();
    private final Map<Integer, HeldChunk> held = new HashMap<>();
    private final DestinationReservations destinations;
    private final ChunkEntries entries;
    private final CopyFindings findings;
    private final FilePlaces places;
    private final MovableFiles movable;
    private final HoldingsOfJobs holdings;
    private final KeptLinks keptLinks;
    private final SessionRecords records;
    private final Set<String> marksTold = ConcurrentHashMap.newKeySet();
    private JobTerms terms;
    private boolean wantsMore = true;

    RunningSessions(
            Job job,
            DispatchParts parts,
            DestinationReservations destinations,
            TrickledFiles trickled,
            Consumer<Runnable> post,
            Consumer<MoverException> onTrouble) {
        this.job = job;
        this.destinations = destinations;
        this.parts = parts;
        this.post = post;
        this.onTrouble = onTrouble;
        this.settings = job.request().settings();
        this.terms = JobTerms.of(job.request());
        HeldFiles held = new HeldFiles(parts.catalog(), parts.exports(), parts.clock());
        this.places = new FilePlaces(parts);
        AskersRights rights = new AskersRights(parts.catalog(), parts.own().name());
        this.entries = new ChunkEntries(
                parts,
                held,
                settings.reuse(),
                TreesAtSites.of(job.request().destination(), readable(settings.alsoAt(), rights)),
                places,
                () -> rights.of(job.request().owner()));
        this.findings = new CopyFindings(
                parts.catalog(),
                parts.own(),
                held,
                new DisputedHoldings(parts.catalog(), parts.exports(), parts.clock()));
        this.movable = new MovableFiles(
                findings,
                places,
                new RangesThere(
                        parts.catalog(),
                        settings.transferOptions(terms.bytesPerSecondMax()).onConflict()),
                trickled,
                entries::staged,
                parts.clock());
        this.keptLinks = new KeptLinks(parts.catalog(), parts.exports(), settings);
        this.records = new SessionRecords(parts, job, settings);
        this.holdings = new HoldingsOfJobs(parts.catalog(), parts.exports(), parts.clock());
    }

    /** Trees that may be read for whoever asked; the others are as if they were not named. */
    private List<String> readable(List<String> trees, AskersRights rights) {
        if (trees.isEmpty()) return trees;
        AskersRights.Rights asker = rights.of(job.request().owner());
        return trees.stream()
                .filter(tree -> asker.mayRead(Endpoint.parse(tree)))
                .toList();
    }

    boolean wantsMore() {
        return (wantsMore && held.size() < CHUNKS_HELD_MAX) || held.isEmpty();
    }

    /** True of a chunk that is worked on here. */
    boolean isHeld(int chunk) {
        return held.containsKey(chunk);
    }

    boolean isIdle() {
        return held.isEmpty();
    }

    /** Pauses the job if it waits for nothing but closed sources; with nothing running. */
    ClosedWork closedWork(EarlierPauses pauses) {
        return new ClosedWork(parts, job, entries, places, pauses);
    }

    /** For those who look. */
    LiveSessions live() {
        return records.live();
    }

    /** Reads the open files of a chunk and gives them to the session of its route. */
    void add(LeasedChunk leased) {
        ChunkLease lease = leased.lease();
        if (held.containsKey(lease.chunk())) throw new IllegalStateException(lease + " was leased while it is held");
        List<FileRow> rows = entries.openFiles(lease);
        if (rows.isEmpty()) {
            Durable.await(parts.catalog().chunks().finish(lease));
            return;
        }
        NamesToLink names = keptLinks.of(job.id(), rows);
        KnownCopies copies = entries.withLinks(entries.copiesOf(rows), names);
        Optional<Closure> closure = places.closureOf(rows, copies);
        if (closure.isPresent()) {
            Durable.await(parts.catalog().chunks().releaseClosed(lease, places.wait(closure.get())));
            return;
        }
        Route route = Route.of(rows.get(0).item().item(), settings);
        FetchSession session;
        try {
            entries.requireWritable(rows);
            session = session(route);
        } catch (MoverException e) {
            release(lease, Duration.ZERO);
            onTrouble.accept(e);
            return;
        }
        if (session == null) {
            release(lease, OTHER_ROUTE_AFTER);
            return;
        }
        DestinationReservations.OfChunk reservations = destinations.into(route.destination());
        HeldChunk chunk = new HeldChunk(leased, rows, session, reservations, parts, copies, holdings);
        held.put(lease.chunk(), chunk);
        wantsMore = false;
        places.used(route, rows, copies);
        session.add(new TransferChunk(leased.right(), movable.of(chunk, rows, copies, names)));
    }

    private void release(ChunkLease lease, Duration after) {
        Durable.await(parts.catalog().chunks().release(lease, after));
    }

    /** The session of a route; null while there is no place for one more, or an earlier one of the route is still stopping. */
    private @Nullable FetchSession session(Route route) {
        FetchSession known = byRoute.get(route);
        if (known != null) return known;
        stopping.values().removeIf(CompletableFuture::isDone);
        if (stopping.containsKey(route) || (byRoute.size() >= SESSIONS_MAX && !endIdleSession())) return null;
        FetchSession session = parts.sessions()
                .begin(job.id(), route, settings.transferOptions(terms.bytesPerSecondMax()), new Told(route));
        byRoute.put(route, session);
        records.began(route, session, byRoute.values(), terms);
        return session;
    }

    private boolean endIdleSession() {
        for (Route route : List.copyOf(byRoute.keySet())) {
            FetchSession session = byRoute.get(route);
            if (held.values().stream().anyMatch(chunk -> chunk.session() == session)) continue;
            var unused = end(route);
            return true;
        }
        return false;
    }

    /** Completes when nothing of the session touches disk or network. */
    private CompletableFuture<Void> end(Route route) {
        FetchSession session = byRoute.remove(route);
        if (session == null) return CompletableFuture.completedFuture(null);
        for (HeldChunk chunk : held.values()) {
            if (chunk.session() == session) chunk.right().waitNoMore();
        }
        places.ended(route);
        CompletableFuture<Void> stopped = session.stop().toCompletableFuture();
        stopping.put(route, stopped);
        records.ended(route, session, byRoute.values(), stopped);
        return stopped;
    }

    void steer(JobTerms changed) {
        terms = changed;
        if (!byRoute.isEmpty()) parts.links().steer(job.id(), changed);
    }

    /** Writes outcomes that wait, and ends chunks whose outcomes are durable; throws as {@link HeldChunk#tick}. */
    void tick() {
        endClosed();
        for (HeldChunk chunk : List.copyOf(held.values())) {
            if (chunk.tick(() -> post.accept(() -> {}))) held.remove(chunk.number());
        }
        records.tick(byRoute.values());
    }

    /** Stops what comes from places that have closed, and has its files looked at again: they go on elsewhere, or wait. */
    private void endClosed() {
        for (Route route : places.closed(parts.nanoTime().getAsLong())) {
            FetchSession session = byRoute.get(route);
            List<HeldChunk> given = held.values().stream()
                    .filter(chunk -> chunk.session() == session)
                    .toList();
            LOG.info("files of {} from {} stop: a source has closed", job.id(), route.source());
            var unused =
                    end(route).whenComplete((done, error) -> post.accept(() -> given.forEach(this::giveBackStopped)));
        }
    }

    private void giveBackStopped(HeldChunk chunk) {
        if (!held.remove(chunk.number(), chunk)) return;
        chunk.giveBack(Duration.ZERO);
        chunk.reservations().releaseAll();
        wantsMore = true;
    }

    /** False if a lease was lost. */
    boolean heartbeat() {
        boolean areAllHeld = true;
        for (HeldChunk chunk : held.values()) {
            long asked = parts.nanoTime().getAsLong();
            Optional<ChunkLease> kept = parts.catalog().chunks().heartbeat(chunk.lease(), DispatchParts.LEASE);
            if (kept.isPresent()) {
                chunk.renew(kept.get(), asked);
            } else {
                chunk.right().lost();
                areAllHeld = false;
                LOG.warn(
                        "{}: {} of {}; the work stops",
                        ErrorCode.STALE_LEASE,
                        chunk.right().stale().detail(),
                        job.id());
            }
        }
        entries.takenBack(held.values()).ifPresent(onTrouble); // leases do not wait for it
        return areAllHeld;
    }

    /** Ends all sessions; completes when nothing of them touches disk or network. What they still tell is posted as before. */
    CompletableFuture<Void> stopAll() {
        for (Route route : List.copyOf(byRoute.keySet())) {
            var unused = end(route);
        }
        return CompletableFuture.allOf(stopping.values().toArray(CompletableFuture[]::new))
                .exceptionally(error -> {
                    LOG.warn("a session of {} did not stop cleanly: {}", job.id(), error.toString());
                    return null;
                });
    }

    /** Gives back the chunks that are held; after {@link #stopAll}. */
    void giveBack(Duration after) {
        held.values().forEach(chunk -> {
            chunk.giveBack(after);
            chunk.reservations().releaseAll();
        });
        held.clear();
    }

    /** Writes how long sessions ran into the history of the job. Only for the report. */
    void noteTimes() {
        records.note();
    }

    /** The source of a route does not answer: its files wait while those of other routes go on. */
    private void onSourceLost(Route route, MoverException reason) {
        FetchSession lost = byRoute.get(route);
        if (lost == null) return;
        if (JobTrouble.isForGood(reason)) {
            LOG.warn("files of {} from {} fail: {}", job.id(), route.source(), reason.sentence());
            lost.refuse(reason);
            return;
        }
        boolean doOthersWork = held.values().stream().anyMatch(chunk -> chunk.session() != lost);
        if (!doOthersWork) {
            onTrouble.accept(reason);
            return;
        }
        LOG.warn("files of {} from {} wait: {}", job.id(), route.source(), reason.sentence());
        List<HeldChunk> given = new ArrayList<>();
        for (HeldChunk chunk : List.copyOf(held.values())) {
            if (chunk.session() != lost) continue;
            chunk.giveBack(LOST_ROUTE_AFTER);
            held.remove(chunk.number());
            given.add(chunk);
        }
        CompletableFuture<Void> stopped = end(route);
        // Not before: until then it may still place files.
        var unused = stopped.whenComplete(
                (done, error) -> given.forEach(chunk -> chunk.reservations().releaseAll()));
        wantsMore = true;
    }

    /** Posts what a session reports on its loop to the job's thread. */
    private final class Told implements FetchListener {
        private final Route route;

        Told(Route route) {
            this.route = route;
        }

        @Override
        public void onNote(String code, String sentence) {
            if (MARKS.contains(code) && !marksTold.add(sentence)) return; // once, not for each stream
            if (code.equals(FetchListener.NOT_LINKED) && !marksTold.add(code)) return; // once, not for each file
            var unused = parts.catalog().events().add(job.id(), code, sentence, "{}");
        }

        @Override
        public void onOutcomes(int chunk, List<FileOutcome> outcomes) {
            records.live().filesEnded(outcomes.size());
            post.accept(() -> {
                HeldChunk of = held.get(chunk);
                if (of == null) return;
                records.took(of, route.source(), outcomes);
                of.took(outcomes);
            });
        }

        @Override
        public void onChunkEnded(int chunk) {
            post.accept(() -> Optional.ofNullable(held.get(chunk)).ifPresent(HeldChunk::allTold));
        }

        @Override
        public void onWantsMore() {
            post.accept(() -> wantsMore = true);
        }

        @Override
        public void onBlocked(MoverException reason) {
            post.accept(() -> onTrouble.accept(reason));
        }

        @Override
        public void onCopyTried(FileId file, URI copy, Checksum found) {
            post.accept(() -> findings.tried(file, copy, found));
        }

        @Override
        public void onDisputed(DisputedFile file) {
            post.accept(() -> held.values()
                    .forEach(chunk -> chunk.row(file.file()).ifPresent(row -> findings.disputed(row, file))));
        }

        @Override
        public void onAdapted(AdaptDecision decision) {
            records.decided(route, decision);
        }

        @Override
        public void onSourceLost(MoverException reason) {
            post.accept(() -> RunningSessions.this.onSourceLost(route, reason));
        }
    }
}
