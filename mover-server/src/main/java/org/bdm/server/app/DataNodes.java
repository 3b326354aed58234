package org.bdm.server.app;

import java.net.URI;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.http.HttpSource;
import org.bdm.core.source.http.HttpSourceParts;
import org.bdm.core.source.http.MissingCopyListener;
import org.bdm.core.source.http.ValidatorMemory;
import org.bdm.core.source.http.node.HttpLoops;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.HttpSettings;
import org.bdm.core.source.http.node.HttpTiming;
import org.bdm.core.source.http.node.NameResolver;
import org.bdm.core.source.http.node.NodePolicies;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.NodeUser;
import org.bdm.core.source.http.node.NodeView;
import org.bdm.core.source.http.question.HttpLook;
import org.bdm.core.source.http.question.Validators;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.file.CopyValidators;
import org.bdm.server.catalog.file.MissingCopies;
import org.bdm.server.demo.DemoOutside;
import org.bdm.server.job.limit.LinkFlow;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.site.access.AskersRights;
import org.bdm.server.site.access.WebSources;
import org.bdm.server.tape.Tapes;
import org.bdm.server.upkeep.DataNodePolicies;
import org.bdm.server.upkeep.KeptNodeHistories;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything of a node that speaks to data nodes, shared by all jobs. Any thread. */
final class DataNodes implements WebSources, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataNodes.class);

    private final HttpLoops loops;
    private final HttpNodes nodes;
    private final KeptNodeHistories histories;
    private final DataNodePolicies policies;
    private final HttpLook look;
    private final AskersRights rights;
    private final CacheShare receiving;
    private final ValidatorMemory memory;
    private final MissingCopyListener missing;
    private final LinkFlows links;
    private final Tapes tapes;
    private final Map<String, LinkFlow> flows = new HashMap<>(); // of the nodes in use; guarded by itself

    /** So many data nodes of this site share the limits, this one included. */
    void share(int processes) {
        nodes.share(processes);
    }

    /**
     * Connects to nobody yet, but reads what an earlier process knew of the nodes.
     *
     * @param catalogThreads may block: they ask the catalog
     */
    DataNodes(
            ServerSettings settings,
            Catalog catalog,
            LinkFlows links,
            CacheShare receiving,
            Executor catalogThreads,
            Clock clock,
            RandomGenerator random) {
        this.receiving = receiving;
        this.links = links;
        this.loops = new HttpLoops(settings.sizes().of(NodeSizes.Size.STREAM_LOOPS));
        ReadSettings start = new ReadSettings(settings.dataNodes());
        this.nodes = new HttpNodes(
                new HttpSettings(
                        userAgent(settings.options().contact),
                        HttpSettings.CONNECTIONS_PER_NODE,
                        new NodePolicies(start.get()),
                        HttpTiming.USUAL),
                settings.guard(),
                settings.isDemo() ? new DemoOutside() : NameResolver.ofSystem(),
                loops,
                new HttpNodes.Environment(clock, System::nanoTime, random));
        nodes.firstLimits((node, allowance) ->
                links.tellUnused(node, allowed -> allowance.limit(allowed.bytesPerSecondMax(), allowed.streamsMax())));
        this.policies = new DataNodePolicies(catalog, nodes, start);
        policies.pass();
        this.tapes = new Tapes(
                catalog,
                settings.guard(),
                nodes.settings().policies(),
                nodes.settings().userAgent(),
                clock);
        if (!settings.isDemo()) nodes.tapes(tapes.desk());
        this.histories = new KeptNodeHistories(catalog, nodes);
        if (settings.isDemo()) // shown as if they were in use
        catalog.nodeHistories().all().forEach(known -> nodes.node(known.node()));
        this.look = new HttpLook(nodes);
        this.rights = new AskersRights(catalog, settings.site());
        this.memory = new CatalogMemory(catalog, catalogThreads);
        this.missing = new MissingInCatalog(catalog.missingCopies());
    }

    /** The name under which we ask, with a contact for operators of data nodes. */
    static String userAgent(@Nullable String contact) {
        String program = "BulkDataMover/" + Build.version();
        return contact == null ? program : program + " (" + contact + ")";
    }

    /** Lets the limits of links count for data nodes that are in use; twice a second. */
    void useLinks() {
        Set<String> busy = nodes.busy();
        synchronized (flows) {
            for (String node : busy) flows.computeIfAbsent(node, this::beginFlow);
            flows.entrySet().removeIf(flow -> {
                if (busy.contains(flow.getKey())) return false;
                flow.getValue().close();
                return true;
            });
            nodes.limitAllBut(flows.keySet()); // a limit counts for the first request too
        }
    }

    /** The tapes of data nodes. */
    Tapes tapes() {
        return tapes;
    }

    /** Heeds changed settings of data nodes; once a second. */
    void heedSettings() {
        policies.pass();
    }

    private LinkFlow beginFlow(String node) {
        return links.begin(
                LinkFlow.Use.place(null, node),
                new LinkFlow.Measures(() -> nodes.bytesArrived(node), () -> nodes.connectionsBusy(node)),
                allowed -> nodes.limit(node, allowed.bytesPerSecondMax(), allowed.streamsMax()));
    }

    /** The limits that count for data nodes, as for all sources. */
    LinkFlows links() {
        return links;
    }

    /** Writes what has changed of what is known of the nodes, for a later process. */
    void keepHistories() {
        histories.pass();
    }

    @Override
    public BlockSource open(JobId job) {
        NodeUser user = () -> links.weightOf(job);
        return new HttpSource(new HttpSourceParts(
                nodes(rights.ofJob(job)),
                receiving,
                memory,
                missing,
                user,
                (node, more) -> links.requests(job, node, more)));
    }

    private HttpNodes nodes(AskersRights.Rights asker) {
        return asker.limited().isEmpty() ? nodes : nodes.withLoginsAt(asker::mayLogInAt);
    }

    @Override
    public CompletionStage<DirectoryEntry> look(String owner, Copy copy) {
        if (!AskersRights.isOfSite(owner)) return look.look(copy);
        return new HttpLook(nodes(rights.of(owner))).look(copy);
    }

    @Override
    public List<NodeView> nodes() {
        return nodes.view();
    }

    @Override
    public void close() {
        tapes.close();
        nodes.close();
        loops.close();
    }

    /** The settings of the start, by node, as their files are now; tokens in them may be refreshed by other programs. */
    private static final class ReadSettings implements Supplier<Map<String, NodePolicy>> {
        private final List<DataNodeSetting> settings;
        private final Map<String, NodePolicy> last = new HashMap<>();
        private String told = "";

        ReadSettings(List<DataNodeSetting> settings) {
            this.settings = settings;
            settings.forEach(node -> last.put(node.node(), node.policy()));
        }

        @Override
        public Map<String, NodePolicy> get() {
            String failure = "";
            for (DataNodeSetting node : settings) {
                if (!node.readsFiles()) continue;
                try {
                    last.put(node.node(), node.readAgain());
                } catch (MoverException e) {
                    failure += e.sentence();
                }
            }
            if (!failure.isEmpty() && !failure.equals(told)) LOG.warn("what was read before is kept: {}", failure);
            told = failure;
            return last;
        }
    }

    /**
     * Keeps in the catalog which copies are missing. What cannot be written is lost: the copy is asked once more, and the occasion is counted
     * then.
     */
    private record MissingInCatalog(MissingCopies copies) implements MissingCopyListener {
        @Override
        public void onMissing(URI location) {
            write(location, () -> copies.missing(location.toString()));
        }

        @Override
        public void onBack(URI location) {
            write(location, () -> copies.isBack(location.toString()));
        }

        private static void write(URI location, Supplier<CompletableFuture<Void>> write) {
            try {
                var unused = write.get().whenComplete((done, failure) -> {
                    if (failure != null) notKept(location, failure);
                });
            } catch (MoverException e) {
                notKept(location, e);
            }
        }

        private static void notKept(URI location, Throwable failure) {
            LOG.info("whether {} is missing was not written: {}", location, failure.getMessage());
        }
    }

    /** Keeps in the catalog what data nodes said of files. */
    private record CatalogMemory(Catalog catalog, Executor threads) implements ValidatorMemory {
        @Override
        public CompletionStage<Optional<Validators>> recall(FileId file, URI location) {
            return CompletableFuture.supplyAsync(
                    () -> catalog.copies()
                            .validators(file, location.toString())
                            .map(kept -> new Validators(
                                    kept.size(),
                                    Optional.ofNullable(kept.entityTag()),
                                    Optional.ofNullable(kept.lastModified()))),
                    threads);
        }

        @Override
        public CompletionStage<Void> remember(FileId file, URI location, Validators validators) {
            CopyValidators kept = new CopyValidators(
                    validators.sizeBytes(),
                    validators.entityTag().orElse(null),
                    validators.lastModified().orElse(null));
            return catalog.copies().remember(file, location.toString(), kept);
        }
    }
}
