package org.bdm.server.app;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.hasher.FileHasher;
import org.bdm.core.hasher.ThreadedFileHasher;
import org.bdm.core.id.SiteName;
import org.bdm.core.identity.NodeCredentials;
import org.bdm.core.identity.TicketVerifier;
import org.bdm.core.serve.DataServer;
import org.bdm.core.serve.DialOut;
import org.bdm.core.serve.SendLimits;
import org.bdm.core.serve.ServeOptions;
import org.bdm.core.serve.ServeThreads;
import org.bdm.core.source.bdm.DialledStreams;
import org.bdm.core.source.bdm.KeptStreams;
import org.bdm.core.source.bdm.OwnNode;
import org.bdm.core.source.bdm.SourceRuntime;
import org.bdm.core.stream.AcceptSettings;
import org.bdm.core.stream.StreamConnector;
import org.bdm.core.stream.StreamLoops;
import org.bdm.core.stream.StreamSecurity;
import org.bdm.core.stream.StreamTiming;
import org.bdm.core.stream.TransportKind;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.machine.OwnProcessors;
import org.bdm.server.metrics.DataPortView;
import org.bdm.server.site.access.CallDesk;
import org.bdm.server.site.access.DataAddress;
import org.bdm.server.site.access.Fireflies;
import org.bdm.server.site.access.GrantsOfSites;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Pairing;
import org.bdm.server.site.access.PeerContacts;
import org.bdm.server.site.access.PeerTrust;
import org.bdm.server.site.access.SiteNodes;
import org.bdm.server.site.dataport.DataPort;
import org.bdm.server.site.dataport.GrantedAccess;
import org.bdm.server.site.dataport.InboundStreams;
import org.bdm.server.site.dataport.PinnedDiallers;
import org.bdm.server.site.dataport.SendingShares;
import org.bdm.server.site.opening.Openings;
import org.bdm.server.site.opening.UnbannedAccess;

/** Everything of a node that moves bytes, but for sessions: cache, streams, data port, serving. */
final class DataPlane {
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(20);

    final NodeThreads threads;
    final Openings openings;
    final StreamLoops loops;
    final StreamConnector connector;
    final DialledStreams dialled;
    final KeptStreams kept;
    final CacheShare sending;
    final CacheShare receiving;
    final FileHasher hasher;
    final OwnProcessors processors;
    private final List<InetSocketAddress> scitagCollectors;
    private final List<Fireflies> fireflies = new ArrayList<>();
    private final Optional<DataPort> port;
    final ServeOptions serveOptions;
    private final BlockCache cache;
    private final NodeCredentials credentials;
    private final List<DialOut> dialOuts = new ArrayList<>();
    private final boolean givesBenches;
    private final SiteNodes nodes;
    private DataServer server;
    private SendingShares shares;

    /** Binds the data port; nothing is served yet. */
    @SuppressWarnings("NullAway.Init") // server and shares are made by serve(), before anybody asks for them
    DataPlane(
            ServerSettings settings,
            NodeCredentials credentials,
            PeerTrust trust,
            SiteNodes nodes,
            Openings openings,
            CallDesk desk,
            SecureRandom random) {
        this.openings = openings;
        this.nodes = nodes;
        ProcessLimits limits = ProcessLimits.ofThisProcess();
        NodeSizes sizes = settings.sizes();
        this.credentials = credentials;
        givesBenches = settings.givesBenches();
        processors = new OwnProcessors();
        scitagCollectors = settings.scitagCollectors();
        threads = NodeThreads.start(sizes);
        loops = new StreamLoops(TransportKind.best(), sizes.of(NodeSizes.Size.STREAM_LOOPS), settings.congestion());
        connector = new StreamConnector(loops, StreamTiming.STANDARD);

        cache = new BlockCache(limits.blocks(), ProcessLimits.BLOCK_BYTES);
        // Each half is guaranteed, so that both ends of a transfer on one node never wait for each other's blocks.
        int half = cache.blocks() / 2;
        sending = cache.share(new CacheQuota("sending", half / 2, half + half / 2));
        receiving = cache.share(new CacheQuota("receiving", half / 2, half + half / 2));
        hasher = new ThreadedFileHasher(sizes.of(NodeSizes.Size.HASHERS), Math.max(1, cache.blocks() / 8));
        serveOptions = ServeOptions.of(settings.site(), credentials.pin(), random.nextLong(), ProcessLimits.BLOCK_BYTES)
                .with(nodes::dataPorts)
                .with(processors::used)
                .answering(desk);
        dialled = new DialledStreams(
                new OwnNode(settings.site(), credentials.pin(), serveOptions.processInstance()),
                serveOptions.limits(),
                UnbannedAccess.dialling(new PinnedDiallers(trust), openings),
                threads.loops(),
                JOIN_TIMEOUT);
        kept = new KeptStreams(threads.loops(), settings.keepStreams());
        StreamSecurity.Tls tls = new StreamSecurity.Tls(credentials, trust::mayConnect);
        AcceptSettings accept = new AcceptSettings(
                Optional.of(tls),
                settings.takesPlainData(),
                limits.dataConnections(),
                AcceptSettings.UNAUTHENTICATED_MAX_STANDARD,
                StreamTiming.STANDARD);
        port = settings.roles().doesData()
                ? Optional.of(DataPort.bind(
                        loops, new InetSocketAddress(settings.bind(), settings.dataPort()), accept, threads.loops()))
                : Optional.empty();
    }

    /** This site, with the address of its data ports as it is configured, or of this data port, or of a data node that is up. */
    OwnSite site(ServerSettings settings, SiteNodes nodes) {
        if (settings.advertise() != null) return new OwnSite(settings.site(), credentials.pin(), settings.advertise());
        return port.map(open -> new OwnSite(settings.site(), credentials.pin(), shown(open.address())))
                .orElseGet(() -> nodes.withoutDataPort(settings.site(), credentials.pin()));
    }

    private static String shown(InetSocketAddress bound) {
        String host = bound.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + bound.getPort();
    }

    /** Begins to serve the exports; without a data port, only heeds changes of trust. */
    void serve(
            OwnSite own,
            Catalog catalog,
            LocalExports exports,
            PeerTrust trust,
            Pairing pairing,
            PeerContacts contacts,
            Clock clock) {
        trust.onChange(dialled::reconsider);
        trust.onChange(kept::closeAll);
        openings.onChange(trust::reload); // who is banned loses its streams, as who is no longer trusted
        shares = new SendingShares(catalog, this::limit, this::sentRates, nodes::dataNodes);
        if (port.isEmpty()) return;
        GrantedAccess access = new GrantedAccess(
                new TicketVerifier(own.name(), trust, clock),
                trust,
                new GrantsOfSites(catalog, exports, own.name()),
                exports,
                contacts,
                givesBenches);
        InboundStreams inbound = new InboundStreams(dialled, pairing, threads.listings());
        server = new DataServer(
                serveOptions,
                sending,
                new ServeThreads(
                        threads.readers(),
                        threads.readersAtOnce(),
                        threads.listings(),
                        threads.listingsAtOnce(),
                        threads.loops()),
                new UnbannedAccess(access, openings),
                hasher,
                inbound,
                clock);
        trust.onChange(server::reconsider);
        port.get().serve(server);
    }

    /** The part of this node of what the site may send; after {@link #serve}. */
    SendingShares shares() {
        return shares;
    }

    /** Nothing without a data port. */
    private void limit(SendLimits limits) {
        if (port.isPresent()) server.limit(limits);
    }

    private Map<SiteName, Long> sentRates() {
        return port.isPresent() ? server.rates() : Map.of();
    }

    /** Makes the surroundings of sources at other sites. */
    SourceRuntime sources(Clock clock, SecureRandom random) {
        Fireflies marker = new Fireflies(scitagCollectors, "bulk-data-mover " + Build.version(), clock);
        fireflies.add(marker);
        return new SourceRuntime(threads.loops(), clock, System::nanoTime, random, marker);
    }

    /** All blocks of this process. */
    BlockCache cache() {
        return cache;
    }

    /** The data port for those who meter it; after {@link #serve}. */
    DataPortView view() {
        return new DataPortView(
                () -> port.map(DataPort::connections).orElse(0), kept::size, this::refusals, server::servedSites);
    }

    private Map<ErrorCode, Long> refusals() {
        Map<ErrorCode, Long> all = new EnumMap<>(ErrorCode.class);
        port.ifPresent(open -> all.putAll(open.refusals()));
        server.refusals().forEach((code, times) -> all.merge(code, times, Long::sum));
        return all;
    }

    /** Keeps a standby stream to a site that cannot reach us. */
    void dialOut(String siteName, Catalog catalog, SecureRandom random) {
        Site site = catalog.sites()
                .find(new SiteName(siteName))
                .orElseThrow(() -> new MoverException(
                        ErrorCode.UNKNOWN_SITE, "--dial-out " + siteName + ": no such site is paired with this one"));
        String address = Optional.ofNullable(site.dataAddress())
                .orElseThrow(() ->
                        new MoverException(ErrorCode.PEER_UNREACHABLE, "site " + siteName + " has no data address"));
        DialOut dialOut = new DialOut(
                server,
                site.name(),
                listener -> connector.connect(
                        DataAddress.parse(address), StreamSecurity.tls(credentials, site.pin()), listener),
                threads.loops(),
                random);
        dialOuts.add(dialOut);
        dialOut.start();
    }

    void stop() {
        dialOuts.forEach(DialOut::close);
        kept.close();
        port.ifPresent(DataPort::close);
        if (server != null) server.close();
        loops.close();
        hasher.close();
        threads.stop();
        fireflies.forEach(Fireflies::close);
        cache.close(); // what still knows of this server, a logger's context say, must not hold its memory
    }
}
