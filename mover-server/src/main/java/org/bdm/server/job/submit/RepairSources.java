package org.bdm.server.job.submit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobQuery;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.dataset.replica.CopyPolicy;
import org.bdm.server.dataset.replica.ReplicaItems;
import org.bdm.server.site.access.OwnSite;
import org.jspecify.annotations.Nullable;

/**
 * Finds another replica of a damaged or missing file: in the tree that the request names, at the data nodes of its dataset, or where the newest
 * job took it from that wrote the directory. Whatever the source has, only the right digest is placed. Belongs to one thread, and may block.
 */
final class RepairSources {
    private static final int SETS_MAX = 1_000;

    private final Catalog catalog;
    private final OwnSite own;
    private final @Nullable Endpoint place;
    private final List<Endpoint> from;
    private final Map<String, Map<String, SubmittedItem>> byDataset = new HashMap<>();
    private @Nullable List<Route> routes;

    /** The source and the destination of a job that ended. */
    private record Route(Endpoint source, Endpoint destination) {}

    /**
     * For one request.
     *
     * @param place what is repaired; null for everything
     * @param from trees at paired sites with the layout of {@code place}
     */
    RepairSources(Catalog catalog, OwnSite own, @Nullable Endpoint place, List<Endpoint> from) {
        this.catalog = catalog;
        this.own = own;
        this.place = place;
        this.from = from;
    }

    /** The item that fetches the file; one that fails, with the reason, if no replica is known. */
    SubmittedItem item(Holding holding) {
        String destination = new Endpoint(own.name(), holding.export(), holding.path()).toString();
        List<Checksum> digests = RepairJobs.expected(holding);
        if (digests.isEmpty())
            return SubmittedItem.fromNowhere(
                    destination, holding.size(), digests, "no digest is known of " + holding.path());
        if (place != null && !from.isEmpty())
            return at(RepairJobs.moved(holding.path(), place.path(), from.get(0)), destination, digests);
        Optional<SubmittedItem> published = published(holding, destination, digests);
        if (published.isPresent()) return published.get();
        Optional<Endpoint> earlier = earlier(holding);
        if (earlier.isPresent()) return at(earlier.get(), destination, digests);
        return SubmittedItem.fromNowhere(
                destination,
                holding.size(),
                digests,
                "no other replica of " + holding.export() + "/" + holding.path().shown()
                        + " is known; name a tree at a paired site with --from");
    }

    private static SubmittedItem at(Endpoint source, String destination, List<Checksum> digests) {
        return new SubmittedItem(
                new ItemSource.AtSite(source), destination, false, SubmittedItem.SIZE_UNKNOWN, digests);
    }

    private Optional<SubmittedItem> published(Holding holding, String destination, List<Checksum> digests) {
        String dataset = holding.dataset();
        if (dataset == null) return Optional.empty();
        if (byDataset.size() >= SETS_MAX) byDataset.clear();
        Map<String, SubmittedItem> items = byDataset.computeIfAbsent(dataset, this::itemsOf);
        SubmittedItem found = items.get(holding.path().name().shown());
        if (found == null || found.source() instanceof ItemSource.Nowhere) return Optional.empty();
        return Optional.of(new SubmittedItem(
                found.source(), destination, false, found.size(), digests, found.modified(), found.copies()));
    }

    private Map<String, SubmittedItem> itemsOf(String dataset) {
        Map<String, SubmittedItem> items = new HashMap<>();
        catalog.replicaSets().find(dataset).ifPresent(stored -> add(stored.set(), items));
        return items;
    }

    private void add(ReplicaSet set, Map<String, SubmittedItem> items) {
        // Where the set would place its files is not asked: they are where they are held.
        Endpoint anywhere = new Endpoint(own.name(), new ExportName("any"), StorePath.ROOT);
        new ReplicaItems(anywhere, CopyPolicy.ANY)
                .of(
                        set,
                        item -> items.put(
                                Endpoint.parse(item.destination()).path().name().shown(), item));
    }

    private Optional<Endpoint> earlier(Holding holding) {
        List<Route> known = routes == null ? routes = read() : routes;
        return known.stream()
                .filter(route -> route.destination().export().equals(holding.export())
                        && holding.path().startsWith(route.destination().path()))
                .findFirst()
                .map(route ->
                        RepairJobs.moved(holding.path(), route.destination().path(), route.source()));
    }

    /** The newest first. */
    private List<Route> read() {
        JobQuery ended = JobQuery.newest(Set.of(JobState.SUCCEEDED, JobState.PARTIAL), null, null, RowPage.ROWS_MAX);
        return catalog.jobs().page(ended).rows().stream()
                .flatMap(job -> route(job).stream())
                .toList();
    }

    private Optional<Route> route(Job job) {
        JobKind kind = job.request().kind();
        String source = job.request().source();
        String destination = job.request().destination();
        if ((kind != JobKind.TREE && kind != JobKind.FILE) || source == null || destination == null)
            return Optional.empty();
        if (!(ItemSource.kept(source) instanceof ItemSource.AtSite at)) return Optional.empty();
        Endpoint there = at.endpoint();
        boolean isPaired = catalog.sites().find(there.site()).isPresent();
        return isPaired ? Optional.of(new Route(there, Endpoint.parse(destination))) : Optional.empty();
    }
}
