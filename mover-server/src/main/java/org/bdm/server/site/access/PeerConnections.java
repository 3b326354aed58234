package org.bdm.server.site.access;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.ToIntFunction;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.identity.Grant;
import org.bdm.core.identity.NodeCredentials;
import org.bdm.core.identity.Ticket;
import org.bdm.core.identity.TicketSigner;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.bdm.DialledStreams;
import org.bdm.core.source.bdm.KeptStreams;
import org.bdm.core.source.bdm.OwnNode;
import org.bdm.core.source.bdm.PeerOptions;
import org.bdm.core.source.bdm.PeerSession;
import org.bdm.core.source.bdm.PeerSource;
import org.bdm.core.source.bdm.SourceRuntime;
import org.bdm.core.source.bdm.StreamOpener;
import org.bdm.core.source.bdm.TicketSupplier.IssuedTicket;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.StreamConnector;
import org.bdm.core.stream.StreamSecurity;
import org.bdm.core.wire.Features;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.catalog.site.SiteRelation;
import org.jspecify.annotations.Nullable;

/** Sources at the data ports of this and other sites: finds the address, chooses the protection, signs the tickets. Any thread that may block. */
public final class PeerConnections implements SourceConnections {
    private static final Duration TICKET_LIFETIME = Duration.ofMinutes(10);
    private static final JobId NO_JOB = new JobId(Long.MAX_VALUE);
    private static final ExportName BENCH = new ExportName("bench"); // only a name: the verb says what it is
    private static final int STREAMS_PER_TICKET_MAX = 64;
    private static final int STREAMS_MOST = 16;
    private static final int BLOCKS_PER_STREAM = 16; // each stream reserves one: other sessions need theirs

    private final Catalog catalog;
    private final OwnSite own;
    private final NodeCredentials credentials;
    private final TicketSigner signer;
    private final Network network;
    private final PeerContacts contacts;
    private final Clock clock;
    private final SecureRandom random;
    private final PeerPorts ports;

    /**
     * The parts with which connections are made.
     *
     * @param dialled sites whose port cannot be reached
     * @param kept streams of sessions that are over, for the next ones
     * @param plainData whether data may go unencrypted; null means between loopback addresses only
     * @param streams of a session; 0 means 1 on loopback, else as many as the files need
     * @param streamsBetweenHosts with how many a session begins then, as this node is sized
     * @param streamsMax what the limits of links leave to a session with a site; 0 is no limit
     * @param cache share of the receiving side
     * @param runtime loops and timers of sources
     * @param processInstance random number of this process
     */
    public record Network(
            StreamConnector connector,
            DialledStreams dialled,
            KeptStreams kept,
            @Nullable Boolean plainData,
            int streams,
            int streamsBetweenHosts,
            ToIntFunction<SiteName> streamsMax,
            CacheShare cache,
            SourceRuntime runtime,
            long processInstance) {}

    /** With its parts. */
    public PeerConnections(
            Catalog catalog,
            OwnSite own,
            NodeCredentials credentials,
            Network network,
            PeerContacts contacts,
            Clock clock,
            SecureRandom random) {
        this.catalog = catalog;
        this.own = own;
        this.credentials = credentials;
        this.signer = new TicketSigner(credentials);
        this.network = network;
        this.contacts = contacts;
        this.clock = clock;
        this.random = random;
        this.ports = new PeerPorts(catalog, contacts, clock);
    }

    @Override
    public BlockSource connect(
            SiteName site, ExportName export, @Nullable JobId job, List<StorePath> prefixes, LinkReading links) {
        List<Grant> grants = prefixes.stream()
                .map(prefix -> new Grant(export, prefix, Grant.Verb.READ))
                .toList();
        long features = links == LinkReading.FOLLOWED ? Features.FOLLOW_LINKS : Features.NONE;
        return source(site, grants, job == null ? NO_JOB : job, features, 0);
    }

    @Override
    public BlockSource bench(SiteName site, long bytesMax) {
        List<Grant> grants = List.of(new Grant(BENCH, StorePath.ROOT, Grant.Verb.BENCH));
        return source(site, grants, NO_JOB, Features.NONE, bytesMax);
    }

    private BlockSource source(SiteName site, List<Grant> grants, JobId job, long features, long bytesMax) {
        Peer peer = peer(site);
        boolean isLoopback = isLoopback(peer.address());
        byte[] name = new byte[16];
        random.nextBytes(name);
        String session = HexFormat.of().formatHex(name);
        PeerOptions standard = PeerOptions.of(isLoopback);
        int streams = streams(site, isLoopback);
        PeerOptions options = new PeerOptions(
                streams,
                streamsMost(site, streams, isLoopback),
                standard.outstandingBytesMax(),
                standard.reconnectFor(),
                standard.answerTimeout(),
                standard.wantTimeout());
        return new PeerSource(
                new PeerSession(
                        new OwnNode(own.name(), own.node(), network.processInstance()),
                        session,
                        grants.get(0).export().value(),
                        features),
                options,
                opener(peer),
                () -> ticket(site, job, grants, session, bytesMax),
                network.cache(),
                network.runtime());
    }

    private int streams(SiteName site, boolean isLoopback) {
        int standard = isLoopback ? 1 : network.streamsBetweenHosts();
        return withinLimit(site, network.streams() != 0 ? network.streams() : standard);
    }

    private int withinLimit(SiteName site, int streams) {
        int most = network.streamsMax().applyAsInt(site);
        return most > 0 ? Math.min(streams, most) : streams;
    }

    /** A number that a person set stays, and so does the one stream of loopback, where one is enough. */
    private int streamsMost(SiteName site, int streams, boolean isLoopback) {
        if (network.streams() != 0 || isLoopback) return streams;
        int byCache = network.cache().quota().blocksMax() / BLOCKS_PER_STREAM;
        int most = Math.max(network.streamsBetweenHosts(), Math.min(STREAMS_MOST, byCache));
        return Math.max(streams, withinLimit(site, most)); // the limit may be another one than a moment ago
    }

    /**
     * A site to read from.
     *
     * @param pairedAt its port that this site was told by a person; null if it dials in and has none
     * @param ports where it may be dialled, the first is the one whose turn it is; none if it dials in
     */
    private record Peer(
            SiteName site, NodeId node, @Nullable String pairedAt, List<String> ports, boolean dialsIn) {
        InetSocketAddress address() {
            String first = ports.isEmpty() ? pairedAt : ports.get(0);
            return first == null ? InetSocketAddress.createUnresolved("dials-in", 1) : DataAddress.parse(first);
        }
    }

    private Peer peer(SiteName site) {
        if (site.equals(own.name())) {
            String port = own.dataAddress();
            return new Peer(site, own.node(), port, List.of(port), false);
        }
        Site known = catalog.sites()
                .find(site)
                .orElseThrow(() ->
                        new MoverException(ErrorCode.UNKNOWN_SITE, "no site '" + site + "' is paired with this one"));
        String address = known.dataAddress();
        if (known.relation() == SiteRelation.DIALS_IN || network.dialled().isWaiting(site)) {
            return new Peer(site, known.pin(), address, List.of(), true);
        }
        if (address == null) {
            throw new MoverException(
                    ErrorCode.PEER_UNREACHABLE, "site '" + site + "' has no data address and does not dial in");
        }
        return new Peer(site, known.pin(), address, ports.inTurn(site, address), false);
    }

    private StreamOpener opener(Peer peer) {
        KeptStreams.Way way = new KeptStreams.Way(peer.site(), peer.node(), peer.address(), true);
        StreamOpener dialledIn =
                network.kept().over(way, noted(peer, network.dialled().opener(peer.site())));
        if (peer.dialsIn()) return dialledIn;
        List<PortsInTurn.Port> inTurn = peer.ports().stream()
                .map(port -> new PortsInTurn.Port(port, over(peer, DataAddress.parse(port))))
                .toList();
        return new DialledInFirst(
                () -> network.dialled().isWaiting(peer.site()), dialledIn, new PortsInTurn(peer.site(), inTurn, ports));
    }

    /** A stream that is kept from the session before, or a new one. */
    private StreamOpener over(Peer peer, InetSocketAddress address) {
        boolean isPlain = isPlain(peer, address);
        KeptStreams.Way way = new KeptStreams.Way(peer.site(), peer.node(), address, !isPlain);
        StreamSecurity security = isPlain ? StreamSecurity.plain() : StreamSecurity.tls(credentials, peer.node());
        return network.kept()
                .over(way, (session, listener) -> network.connector().connect(address, security, listener));
    }

    /** Only the host that a person named is spoken to without TLS: elsewhere the other site's word alone would say who is there. */
    private boolean isPlain(Peer peer, InetSocketAddress address) {
        if (peer.pairedAt() == null || !isOneHost(DataAddress.parse(peer.pairedAt()), address)) return false;
        Boolean wished = network.plainData();
        return wished == null ? isLoopback(address) : wished;
    }

    private static boolean isOneHost(InetSocketAddress one, InetSocketAddress other) {
        return one.getHostString().equalsIgnoreCase(other.getHostString());
    }

    private static boolean isLoopback(InetSocketAddress address) {
        return address.getAddress() != null && address.getAddress().isLoopbackAddress();
    }

    /** Notes whether streams that the site dials come. */
    private StreamOpener noted(Peer peer, StreamOpener opener) {
        return (session, listener) -> opener.open(session, listener).whenComplete((stream, failure) -> {
            if (failure == null) contacts.seen(peer.site());
            else contacts.missed(peer.site());
        });
    }

    private CompletionStage<IssuedTicket> ticket(
            SiteName site, JobId job, List<Grant> grants, String session, long bytesMax) {
        Instant now = clock.instant();
        Instant expires = now.plus(TICKET_LIFETIME);
        Ticket ticket = new Ticket(
                own.name(),
                job,
                site,
                own.name(),
                own.node(),
                grants,
                now,
                expires,
                STREAMS_PER_TICKET_MAX,
                bytesMax,
                session);
        return CompletableFuture.completedFuture(new IssuedTicket(signer.sign(ticket), expires));
    }
}
