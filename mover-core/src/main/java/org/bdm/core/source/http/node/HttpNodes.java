package org.bdm.core.source.http.node;

import io.netty.channel.EventLoop;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All data nodes that this process speaks to: their limits, rates, troubles and idle connections. One per process, shared by all jobs,
 * because a data node does not care which job a request is for. Any thread; nothing blocks.
 */
public final class HttpNodes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpNodes.class);
    private static final int NODES_MAX = 10_000; // the whole federation has some hundred
    private static final long PLAIN_NANOS = Duration.ofMinutes(10).toNanos();

    private final HttpSettings settings;
    private final HttpLoops loops;
    private final HttpDialler dialler;
    private final Environment environment;
    private final Map<String, DataNode> nodes;
    private final Map<String, NodeHistory> earlier; // of nodes that were not asked yet
    private final Map<HttpOrigin, Long> otherSchemes;
    private final @Nullable HttpNodes whole; // null: this is it
    private final Predicate<String> logins;
    private volatile int processes = 1;
    private volatile TapeDesk tapes = TapeDesk.NONE;
    private volatile BiConsumer<String, NodeAllowance> firstLimits = (name, allowance) -> {};

    /**
     * Time and chance.
     *
     * @param nanoTime a running count of nanoseconds, as {@link System#nanoTime}; any thread
     * @param random safe on any thread
     */
    public record Environment(InstantSource clock, LongSupplier nanoTime, RandomGenerator random) {}

    /** Knows no node yet. The loops must outlive it. */
    public HttpNodes(
            HttpSettings settings,
            AddressGuard guard,
            NameResolver resolver,
            HttpLoops loops,
            Environment environment) {
        this.settings = settings;
        this.loops = loops;
        this.dialler = new HttpDialler(settings, guard, resolver, loops);
        this.environment = environment;
        this.nodes = new ConcurrentHashMap<>();
        this.earlier = new ConcurrentHashMap<>();
        this.otherSchemes = new ConcurrentHashMap<>();
        this.whole = null;
        this.logins = node -> true;
    }

    private HttpNodes(HttpNodes whole, Predicate<String> logins) {
        this.settings = whole.settings;
        this.loops = whole.loops;
        this.dialler = whole.dialler;
        this.environment = whole.environment;
        this.nodes = whole.nodes;
        this.earlier = whole.earlier;
        this.otherSchemes = whole.otherSchemes;
        this.whole = whole;
        this.logins = logins;
    }

    /**
     * The same nodes for somebody who may not use each login: where there is one, only these nodes are asked, also after a redirect.
     *
     * @param allowed called with the name of a node on any thread; must not block
     */
    public HttpNodes withLoginsAt(Predicate<String> allowed) {
        return new HttpNodes(this, allowed);
    }

    /** Returns words for who may have answered in place of this address: a proxy through which it is asked without TLS. Empty if nobody can. */
    public String orWhoElse(URI location) {
        return dialler.reader(HttpOrigin.of(location))
                .map(via -> ", or the proxy " + via + " does, through which the request goes")
                .orElse("");
    }

    /** So many processes of the site ask data nodes, this one included: the limits of each data node are divided among them. */
    public void share(int sharing) {
        processes = sharing;
        nodes.values().forEach(node -> node.share(sharing));
    }

    /**
     * Limits what this process takes from a data node, within a second also of requests under way; 0 is no limit.
     *
     * @param connections at once
     */
    public void limit(String node, long bytesPerSecondMax, int connections) {
        DataNode limited = node(node);
        limited.allowance().limit(bytesPerSecondMax, connections);
        limited.share();
    }

    /**
     * Sets who limits a data node when it is asked for the first time.
     *
     * @param limits called with its name; any thread; must neither block nor ask this for anything
     */
    public void firstLimits(BiConsumer<String, NodeAllowance> limits) {
        firstLimits = limits;
    }

    /** Sets who knows what is on tape, before the first request. */
    public void tapes(TapeDesk desk) {
        tapes = desk;
    }

    /** Returns who knows what is on tape. */
    public TapeDesk tapes() {
        return whole != null ? whole.tapes() : tapes;
    }

    /** True when a pause or a silence of this node may mean that a file is being staged. */
    public boolean isWithTape(DataNode node) {
        TapePolicy policy = settings.policy(node.name()).tape();
        return policy.staging() != TapePolicy.Staging.NEVER
                && (policy.isTapeTold() || node.manners().isWithTape());
    }

    /** Limits all known data nodes but these anew. */
    public void limitAllBut(Set<String> limited) {
        for (DataNode node : nodes.values()) {
            if (limited.contains(node.name())) continue;
            firstLimits.accept(node.name(), node.allowance());
            node.share();
        }
    }

    /**
     * Replaces the policies of all data nodes. Requests under way go on as they began. A node whose policy changed is asked again at once,
     * over new connections.
     */
    public void policies(Map<String, NodePolicy> changed) {
        Map<String, NodePolicy> before = new HashMap<>();
        for (String node : nodes.keySet()) before.put(node, settings.policy(node));
        settings.policies().replace(changed);
        for (DataNode node : nodes.values()) {
            NodePolicy policy = settings.policy(node.name());
            node.configure(settings.connections(node.name()), policy.preference()); // also if it came just now
            if (policy.equals(before.get(node.name()))) continue;
            node.removeAllIdle().forEach(HttpConnection::close);
            node.tryAgain();
        }
    }

    /** The names of the nodes of which a connection is in use. */
    public Set<String> busy() {
        return nodes.values().stream()
                .filter(node -> node.allowance().busy() > 0)
                .map(DataNode::name)
                .collect(Collectors.toSet());
    }

    /** Bytes that came from a node since the process began, of requests under way too. */
    public long bytesArrived(String node) {
        return node(node).allowance().bytesArrived();
    }

    /** Connections to a node that are in use. */
    public int connectionsBusy(String node) {
        return node(node).allowance().busy();
    }

    /** Takes over what an earlier process knew. What was learnt of a node since counts more. */
    public void recall(List<NodeHistory> known) {
        for (NodeHistory each : known) if (!nodes.containsKey(each.node())) earlier.put(each.node(), each);
    }

    /** Returns what a later process should know of the nodes used since this one started. */
    public List<NodeHistory> history() {
        return nodes.values().stream().map(DataNode::history).toList();
    }

    /** Returns the state of each node, in the order of their names. */
    public List<NodeView> view() {
        return nodes.values().stream()
                .map(DataNode::view)
                .sorted(Comparator.comparing(NodeView::node))
                .toList();
    }

    public HttpSettings settings() {
        return settings;
    }

    public long nanoTime() {
        return environment.nanoTime().getAsLong();
    }

    public RandomGenerator random() {
        return environment.random();
    }

    /** Returns the first pause of a copy that failed, give or take a quarter. */
    public long pauseNanos() {
        long nanos = settings.timing().pause().toNanos();
        return nanos * 3 / 4 + random().nextLong(nanos / 2 + 1);
    }

    public EventLoop nextLoop() {
        return loops.next();
    }

    public DataNode node(String name) {
        if (whole != null) return whole.node(name);
        DataNode known = nodes.get(name);
        if (known != null) return known;
        if (nodes.size() >= NODES_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_MANY_CONNECTIONS, "more than " + NODES_MAX + " data nodes are in use");
        }
        DataNode found = nodes.computeIfAbsent(name, absent -> {
            DataNode made = new DataNode(
                    name,
                    settings.connections(name),
                    settings.timing(),
                    environment.clock(),
                    environment.nanoTime(),
                    environment.random());
            made.configure(settings.connections(name), settings.policy(name).preference());
            NodeHistory before = earlier.remove(name);
            if (before != null) made.recall(before);
            firstLimits.accept(name, made.allowance());
            return made;
        });
        found.share(processes); // also if that changed meanwhile
        return found;
    }

    public Instant now() {
        return environment.clock().instant();
    }

    /** True when bytes of the copy may come without TLS. */
    public boolean mayBePlain(Copy copy) {
        return !copy.isPublishedWithTls()
                || copy.digestDecides()
                || settings.policy(copy.node()).plainHttp();
    }

    /**
     * The copies of one file, but those without TLS at hosts where another of them must come with it: whoever keeps a host from answering
     * with TLS gains nothing from a list that names it under both schemes.
     */
    public List<Copy> withTls(List<Copy> copies) {
        Set<String> mustHaveTls = copies.stream()
                .filter(copy -> HttpOrigin.isHttp(copy.location()) && !mayBePlain(copy))
                .map(copy -> hostOf(copy.location()))
                .collect(Collectors.toSet());
        if (mustHaveTls.isEmpty()) return copies;
        return copies.stream()
                .filter(copy -> copy.isPublishedWithTls()
                        || !HttpOrigin.isHttp(copy.location())
                        || !mustHaveTls.contains(hostOf(copy.location())))
                .toList();
    }

    private static String hostOf(URI location) {
        String host = HttpOrigin.of(location).host();
        return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    }

    /** The URL to begin with: with the scheme under which its host was reached last, if that is not the published one and may be asked. */
    public URI usual(URI location, boolean mayBePlain) {
        HttpOrigin published = HttpOrigin.of(location);
        boolean mayLeave = !published.tls() || mayBePlain;
        return mayLeave && isReachedOtherwise(published) ? HttpOrigin.otherScheme(location) : location;
    }

    /** True when its host was last reached under the other scheme. A host without TLS is remembered for a limited time only. */
    public boolean isReachedOtherwise(HttpOrigin published) {
        Long since = otherSchemes.get(published);
        return since != null && (!published.tls() || nanoTime() - since < PLAIN_NANOS);
    }

    /** The host is reached under the other scheme. */
    public void rememberUsual(URI location, URI reached) {
        boolean isOther =
                HttpOrigin.of(location).tls() != HttpOrigin.of(reached).tls();
        if (!isOther || otherSchemes.size() >= NODES_MAX || isReachedOtherwise(HttpOrigin.of(location))) return;
        otherSchemes.put(HttpOrigin.of(location), nanoTime());
    }

    public void forgetUsual(URI location) {
        otherSchemes.remove(HttpOrigin.of(location));
    }

    /** A connection to the origin that waits on this loop for a request; null if there is none. */
    public @Nullable HttpConnection idle(HttpOrigin origin, EventLoop loop) {
        requireLogin(origin);
        return node(origin.node()).idle().take(origin, connection -> connection.loop() == loop);
    }

    /** Returns where a request for this runs: at the connection that waited for the shortest time, else on the next loop in turn. */
    public HttpLine line(URI location, boolean mayBePlain) {
        try {
            HttpOrigin origin = HttpOrigin.of(usual(location, mayBePlain));
            requireLogin(origin);
            HttpConnection idle = node(origin.node()).idle().take(origin, connection -> true);
            if (idle != null) return new HttpLine(idle.loop(), idle);
        } catch (MoverException e) {
            LOG.debug("the request will report it again", e);
        }
        return HttpLine.on(loops.next());
    }

    /** A new connection to the origin, on this loop. Completes on any thread. */
    public CompletableFuture<HttpConnection> dial(HttpOrigin origin, EventLoop loop) {
        requireLogin(origin);
        return dialler.dial(origin, node(origin.node()), loop);
    }

    private void requireLogin(HttpOrigin origin) {
        String node = origin.node();
        if (!settings.policy(node).hasLogin() || logins.test(node)) return;
        throw new MoverException(
                ErrorCode.NOT_ALLOWED,
                "this site logs in at the data node " + node
                        + ", and does not lend that to the site that passed the job"
                        + " on; to lend it, invite that site again, with --read https://" + node
                        + " beside its other rights");
    }

    /** Closes the connections that are idle. */
    @Override
    public void close() {
        nodes.values().forEach(node -> node.removeAllIdle().forEach(HttpConnection::close));
    }
}
