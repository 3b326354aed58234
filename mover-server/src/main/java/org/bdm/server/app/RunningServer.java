package org.bdm.server.app;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.FetchRuntime;
import org.bdm.core.fetch.FilesAtOnce;
import org.bdm.core.id.ExportName;
import org.bdm.core.identity.NodeCredentials;
import org.bdm.core.identity.NodeKey;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.api.http.ApiSettings;
import org.bdm.server.bench.BenchParts;
import org.bdm.server.bench.BenchWorker;
import org.bdm.server.carrier.CarrierParts;
import org.bdm.server.carrier.Carriers;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.node.Nodes;
import org.bdm.server.catalog.node.OfferedExport;
import org.bdm.server.demo.DemoData;
import org.bdm.server.demo.DemoOutside;
import org.bdm.server.discovery.ConfiguredFederation;
import org.bdm.server.discovery.StacTransactions;
import org.bdm.server.discovery.event.EventCounts;
import org.bdm.server.discovery.event.MessageStream;
import org.bdm.server.extension.Extensions;
import org.bdm.server.holding.dispute.DisputedHoldings;
import org.bdm.server.holding.dispute.QuarantineSweep;
import org.bdm.server.holding.record.HoldingRecords;
import org.bdm.server.holding.survey.HoldingSurveys;
import org.bdm.server.job.bucket.AskedStores;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.job.listing.IntakeParts;
import org.bdm.server.job.listing.IntakeWorker;
import org.bdm.server.job.progress.EndReports;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.job.rate.MovedSamples;
import org.bdm.server.job.run.DispatchParts;
import org.bdm.server.job.run.DispatchWorker;
import org.bdm.server.job.run.FetchSessions;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.job.schedule.Worker;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.AuditSeals;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.CallDesk;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Pairing;
import org.bdm.server.site.access.PairingCaller;
import org.bdm.server.site.access.PeerConnections;
import org.bdm.server.site.access.PeerContacts;
import org.bdm.server.site.access.PeerTrust;
import org.bdm.server.site.access.SharedSources;
import org.bdm.server.site.access.SiteCalls;
import org.bdm.server.site.access.SiteNodes;
import org.bdm.server.site.access.SourceConnections;
import org.bdm.server.site.access.SourcesForAskers;
import org.bdm.server.site.dataport.PairingDialler;
import org.bdm.server.site.opening.Openings;
import org.bdm.server.site.opening.UnbannedSources;
import org.bdm.server.tracing.Tracing;
import org.bdm.server.upkeep.Backups;
import org.bdm.server.upkeep.HoldingPolicies;
import org.bdm.server.upkeep.IndexBudgets;
import org.bdm.server.upkeep.JobRemovals;
import org.bdm.server.upkeep.Purging;
import org.bdm.server.upkeep.SubscribedPolicies;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One site that runs: all parts, wired by hand, and the order in which they start and stop. */
final class RunningServer {
    private static final Logger LOG = LoggerFactory.getLogger(RunningServer.class);
    private static final Duration SWEEP_PATIENCE = Duration.ofSeconds(5);

    private final ServerSettings settings;
    private final Extensions extensions;
    private final Clock clock = Clock.systemUTC();
    private final SecureRandom random = new SecureRandom();
    private final AtomicBoolean isStopped = new AtomicBoolean();
    private final List<Runnable> toStop = new ArrayList<>(); // last started first
    private final CallDesk desk;
    private @Nullable WebServer web;
    private WebServer.@Nullable Parts parts;

    private RunningServer(ServerSettings settings, Extensions extensions) {
        this.settings = settings;
        this.extensions = extensions;
        this.desk = new CallDesk(settings.roles().doesControl());
    }

    /** Starts everything, or nothing: what was started is stopped again when a later part refuses. */
    static RunningServer start(ServerSettings settings, Extensions extensions, Map<String, String> environment) {
        RunningServer server = new RunningServer(settings, extensions);
        try {
            server.startParts(environment);
            return server;
        } catch (CompletionException e) {
            server.stop();
            throw e.getCause() instanceof MoverException cause ? cause : e;
        } catch (RuntimeException e) {
            server.stop();
            throw e;
        } catch (LinkageError e) {
            server.stop();
            throw new MoverException(
                    ErrorCode.UNSUPPORTED,
                    "a part of the installation, or an extension, is damaged; install it again: " + e,
                    e);
        }
    }

    private void startParts(Map<String, String> environment) {
        ServerGround ground = ground(environment);
        NodeCredentials own = ground.credentials();
        Catalog catalog = ground.catalog();
        SiteNodes nodes = new SiteNodes(catalog.nodes());
        List<OfferedExport> offered = ground.offered(settings, clock, random);
        LocalExports exports = OwnExports.local(ground.exports(), ground.buckets(), nodes, settings.isDemo());
        PeerTrust trust = new PeerTrust(catalog, settings.site(), own.pin(), clock);
        Openings openings = Openings.read(catalog, settings.site(), clock);
        DataPlane data = started(new DataPlane(settings, own, trust, nodes, openings, desk, random), DataPlane::stop);
        OwnSite site = data.site(settings, nodes);
        Pairing pairing = new Pairing(catalog, exports, trust, dialler(data, own), site, clock, random);
        PeerContacts contacts = new PeerContacts(clock);
        NodeMembership member = member(ground, site, offered);
        new ForgottenAreas(catalog).clear(exports);
        SiteUpkeep upkeep = started(new SiteUpkeep(catalog), SiteUpkeep::close);
        if (settings.sharesCatalog() || settings.isDemo()) upkeep.ofOtherNodes(trust, nodes, own, clock, random);
        data.serve(site, catalog, exports, trust, pairing, contacts, clock);
        LinkFlows links = new LinkFlows(site.name(), catalog.nodes().own(), nodes::dataNodes, System::nanoTime);
        MovedSamples moved = new MovedSamples(links, clock);
        Peers peers = peers(ground, site, contacts, data, links);
        SourceConnections asked = new SourcesForAskers(peers.sources(), catalog, site.name());
        SourceConnections sources = new SharedSources(new UnbannedSources(asked, openings), data.threads.loops());
        LiveJobs live = new LiveJobs(catalog.nodes().own());
        DataNodes web = dataNodes(catalog, data, links);
        DispatchWorker dispatch = dispatch(ground, site, exports, sources, web, data, live);
        upkeep.ofWorkAreas(dispatch::sweep);
        IntakeParts intake = intake(catalog, sources, web, exports, openings);
        JobScheduler scheduler = scheduler(ground.traces(), intake, dispatch, live, links, contacts);
        Replicas replicas = replicas(ground, exports, site);
        SubmissionParts submission = submission(catalog, exports, site, sources, replicas);
        WebServer.Callers callers = callers(ground, pairing, contacts, trust, peers.calls());
        WebServer.Node node = node(ground, site, nodes, data);
        JobRemovals removals = started(new JobRemovals(catalog, clock), JobRemovals::close);
        WebServer.Parts made = new WebServer.Parts(
                catalog, scheduler, exports, replicas, submission, sources, web, live, moved, callers, removals, node);
        member.servesAt(serveWeb(ground.web(), ground.home(), own.key(), made).url());
        startWork(data, scheduler, made);
        upkeep.ofParts(made, web, clock, settings, extensions);
    }

    private ServerGround ground(Map<String, String> environment) {
        return new ServerGround.Laying(settings, extensions, clock, random, this::started).lay(environment);
    }

    private PairingCaller dialler(DataPlane data, NodeCredentials own) {
        return settings.isDemo() ? new DemoOutside() : new PairingDialler(data.connector, own, data.serveOptions);
    }

    private SubmissionParts submission(
            Catalog catalog, LocalExports exports, OwnSite site, SourceConnections sources, Replicas replicas) {
        return started(
                SubmissionParts.of(catalog, exports, site, sources, replicas, settings.campaignLimits(), clock),
                SubmissionParts::close);
    }

    private WebServer.Callers callers(
            ServerGround ground, Pairing pairing, PeerContacts contacts, PeerTrust trust, SiteCalls calls) {
        Catalog catalog = ground.catalog();
        return new WebServer.Callers(
                tokens(catalog, ground.home()),
                seals(catalog, ground.credentials(), ground.home()),
                pairing,
                contacts,
                trust,
                calls,
                desk);
    }

    private DataNodes dataNodes(Catalog catalog, DataPlane data, LinkFlows links) {
        return started(
                new DataNodes(settings, catalog, links, data.receiving, data.threads.listings(), clock, random),
                DataNodes::close);
    }

    private WebServer.Node node(ServerGround ground, OwnSite site, SiteNodes nodes, DataPlane data) {
        ProcessLimits limits = ProcessLimits.ofThisProcess();
        ApiSettings api = new ApiSettings(
                Build.version(), null, settings.options().metricsOpen, limits.view(), settings.isDemo());
        return new WebServer.Node(
                site, nodes, ground.credentials(), api, backups(ground), clock, random, data, new EventCounts());
    }

    private Backups backups(ServerGround ground) {
        AuditTrail audit = new AuditTrail(ground.catalog(), clock);
        Path standard = ground.home().backups();
        return started(new Backups(ground.catalog(), settings.backups(standard), audit, clock), Backups::close);
    }

    private AccessTokens tokens(Catalog catalog, HomeDirectory home) {
        AccessTokens tokens = new AccessTokens(catalog, clock, random);
        if (settings.roles().doesControl()) tokens.ensureAdmin(home::readAdminToken, home::writeAdminToken);
        home.endFirstStart();
        return tokens;
    }

    private AuditSeals seals(Catalog catalog, NodeCredentials own, HomeDirectory home) {
        AuditSeals seals = new AuditSeals(catalog, own, home.auditSeals(), clock);
        return settings.roles().doesControl() && seals.canSeal() ? started(seals, AuditSeals::seal) : seals;
    }

    private void startWork(DataPlane data, JobScheduler scheduler, WebServer.Parts made) {
        for (String siteName : settings.options().dialOut) data.dialOut(siteName, made.catalog(), random);
        scheduler.start();
        made.replicas().surveys().look();
        if (settings.roles().doesControl()) startEvents(made);
        made.replicas().purging().start();
        if (settings.roles().doesControl() && !settings.isDemo())
            made.submission().runs().start(EventStream.index(settings.options()));
    }

    private NodeMembership member(ServerGround ground, OwnSite site, List<OfferedExport> offered) {
        Nodes nodes = ground.catalog().nodes();
        return started(
                new NodeMembership(nodes, ground.serving(), settings.roles(), site, offered, CatalogLoss::end),
                NodeMembership::close);
    }

    private void startEvents(WebServer.Parts made) {
        EventStream.of(settings.options())
                .ifPresent(stream -> started(made.events(stream, extensions), MessageStream::close)
                        .start());
    }

    /** Before jobs go on with such files; not longer than a moment, since one of them may take long to read. */
    private void sweepQuarantine(Catalog catalog, LocalExports exports) {
        DisputedHoldings holdings = new DisputedHoldings(catalog, exports, clock);
        started(new QuarantineSweep(catalog, exports, holdings), QuarantineSweep::close)
                .start(SWEEP_PATIENCE);
    }

    private Replicas replicas(ServerGround ground, LocalExports exports, OwnSite site) {
        Catalog catalog = ground.catalog();
        HoldingRecords holdings = new HoldingRecords(catalog, clock);
        HoldingSurveys surveys =
                started(new HoldingSurveys(catalog, exports, site, holdings, clock), HoldingSurveys::close);
        AddressGuard guard = settings.guard();
        ConfiguredFederation federation = ConfiguredFederation.of(settings.indexes(), guard, clock);
        if (settings.roles().doesControl()) {
            IndexBudgets unused = started(new IndexBudgets(catalog, federation), IndexBudgets::close);
        }
        StacTransactions catalogs = new StacTransactions(federation, guard, "bulk-data-mover/" + Build.version());
        AskedStores stores = ground.buckets().asked(catalog);
        Purging purging =
                started(new Purging(catalog, exports, stores, new AuditTrail(catalog, clock)), Purging::close);
        HoldingPolicies policies =
                new HoldingPolicies(catalog, exports, new SubscribedPolicies(catalog, settings.policies()), purging);
        return new Replicas(federation, catalogs, holdings, surveys, purging, policies, carriers());
    }

    private Carriers carriers() {
        Map<ExportName, Path> directories = new HashMap<>();
        settings.exports().forEach(export -> directories.put(export.name(), export.directory()));
        return settings.options().carriers.of(directories, new CarrierParts(settings.guard(), clock, random));
    }

    private WebServer serveWeb(WebStart begun, HomeDirectory home, NodeKey key, WebServer.Parts made) {
        parts = made;
        if (settings.httpsFor() == ServerSettings.Https.NODE_KEY) {
            home.writeWebCertificate(key.webCertificate(settings.hostsOfHttps(), clock, random));
        }
        WebServer open = started(begun.finish(made), WebServer::stop);
        web = open;
        return open;
    }

    private record Peers(SourceConnections sources, SiteCalls calls) {}

    private Peers peers(ServerGround ground, OwnSite site, PeerContacts contacts, DataPlane data, LinkFlows links) {
        if (settings.isDemo()) return new Peers(new DemoOutside(), new DemoOutside()::call);
        NodeCredentials own = ground.credentials();
        PeerConnections peers =
                new PeerConnections(ground.catalog(), site, own, network(data, links), contacts, clock, random);
        return new Peers(peers, peers::call);
    }

    private PeerConnections.Network network(DataPlane data, LinkFlows links) {
        return new PeerConnections.Network(
                data.connector,
                data.dialled,
                data.kept,
                settings.plainData(),
                settings.dataStreams(),
                settings.sizes().of(NodeSizes.Size.STREAMS),
                site -> links.streamsOfNext(site.value()),
                data.receiving,
                data.sources(clock, random),
                data.serveOptions.processInstance());
    }

    private DispatchWorker dispatch(
            ServerGround ground,
            OwnSite own,
            LocalExports exports,
            SourceConnections sources,
            DataNodes web,
            DataPlane data,
            LiveJobs live) {
        FetchSessions.Inside inside = ground.buckets().inside(ground.catalog(), exports);
        FetchSessions sessions = new FetchSessions(
                own,
                inside,
                new FetchSessions.Outside(sources, web, web.links(), web.tapes().stagedFiles()),
                data.hasher,
                settings.sizes().writers(),
                new FetchRuntime(
                        data.threads.loops(),
                        data.threads.disk(),
                        clock,
                        System::nanoTime,
                        random,
                        new FilesAtOnce(ProcessLimits.ofThisProcess().filesAtOnce()),
                        data.processors),
                ground.catalog());
        DispatchParts parts = new DispatchParts(
                ground.catalog(), sessions, own, inside, live, web.links(), data.openings, clock, System::nanoTime);
        return new DispatchWorker(
                parts, settings.roles().doesData() ? settings.sizes().of(NodeSizes.Size.JOBS) : 0);
    }

    private IntakeParts intake(
            Catalog catalog, SourceConnections sources, DataNodes web, LocalExports exports, Openings openings) {
        return new IntakeParts(catalog, sources, web, exports, openings, clock, System::nanoTime);
    }

    private JobScheduler scheduler(
            Tracing traces,
            IntakeParts intake,
            DispatchWorker dispatch,
            LiveJobs live,
            LinkFlows links,
            PeerContacts contacts) {
        Catalog catalog = intake.catalog();
        sweepQuarantine(catalog, intake.exports());
        EndReports reports = new EndReports(catalog, live);
        // Without the role data it only ends cancelled jobs.
        List<Worker> workers = new ArrayList<>(List.of(traces.traced("move files", dispatch)));
        if (settings.roles().doesData()) {
            workers.add(0, traces.traced("list", new IntakeWorker(intake)));
            BenchParts benches = new BenchParts(
                    catalog,
                    intake.sources(),
                    intake.exports(),
                    links,
                    intake.openings(),
                    reports,
                    settings.sizes().writers(),
                    clock);
            workers.add(traces.traced("measure", started(new BenchWorker(benches), BenchWorker::close)));
        }
        if (settings.isDemo()) {
            DemoData.Parts demo = new DemoData.Parts(catalog, live, links, contacts, clock, reports::jsonIfEndedNow);
            workers = List.of(started(DemoData.of(extensions).life(demo), DemoData.Life::close));
        }
        JobScheduler scheduler = new JobScheduler(catalog, clock, workers, reports::jsonIfEndedNow);
        return started(scheduler, NodeThreads::stopScheduler);
    }

    private <T> T started(T part, Consumer<T> stop) {
        toStop.add(0, () -> stop.accept(part));
        return part;
    }

    /** Returns the parts that the web side uses, for tests that steer a whole server without it. */
    WebServer.Parts parts() {
        WebServer.Parts made = parts;
        if (made == null) throw new IllegalStateException("the server has not started");
        return made;
    }

    String readyLine() {
        WebServer open = web;
        if (open == null) throw new IllegalStateException("the server has not started");
        return open.readyLine(settings, parts().node().site());
    }

    /** Stops what was started, last first. Safe to call again. */
    void stop() {
        if (!isStopped.compareAndSet(false, true)) return;
        for (Runnable stop : toStop) {
            try {
                stop.run();
            } catch (RuntimeException e) {
                LOG.warn("a part did not stop cleanly", e);
            }
        }
    }
}
