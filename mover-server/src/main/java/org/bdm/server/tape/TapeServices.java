package org.bdm.server.tape;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.NodePolicies;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.TapePolicy;
import org.bdm.core.source.http.node.TapePolicy.Staging;

/**
 * Finds the tape services of data nodes, where they say themselves: {@code /.well-known/wlcg-tape-rest-api}. What is found is kept in memory
 * for a while. Any thread; {@link #of} blocks.
 */
final class TapeServices {
    private static final String WELL_KNOWN = "/.well-known/wlcg-tape-rest-api";
    private static final Duration FOUND_FOR = Duration.ofHours(1);
    private static final Duration ABSENT_FOR = Duration.ofHours(6);
    private static final Duration SILENT_FOR = Duration.ofMinutes(10);
    private static final int ORIGINS_MAX = 10_000;

    private final TapeConnections connections;
    private final NodePolicies policies;
    private final InstantSource clock;
    private final Map<String, Found> found = new ConcurrentHashMap<>();

    /** Origins that did not answer; until when that counts. */
    private final Map<String, Instant> silent = new ConcurrentHashMap<>();

    private record Found(Optional<URI> base, Instant until) {}

    TapeServices(TapeConnections connections, NodePolicies policies, InstantSource clock) {
        this.connections = connections;
        this.policies = policies;
        this.clock = clock;
    }

    TapePolicy policy(String origin) {
        return policies.of(TapePaths.node(origin)).tape();
    }

    /** True if the site logs in at the node. */
    boolean hasLogin(String origin) {
        NodePolicy policy = policies.of(TapePaths.node(origin));
        return policy.bearerToken().isPresent() || policy.clientPem().isPresent();
    }

    /** True if files of the origin go by a tape service, as far as is known without asking. */
    boolean isOffered(String origin) {
        Staging staging = policy(origin).staging();
        if (staging != Staging.AUTO) return staging == Staging.TAPE_REST;
        Found known = found.get(origin);
        return known != null && known.base().isPresent();
    }

    /** True if any data node has a tape service, as far as is known without asking. */
    boolean isAnyOffered() {
        return policies.isAny(policy -> policy.tape().staging() == Staging.TAPE_REST)
                || found.values().stream().anyMatch(known -> known.base().isPresent());
    }

    /** True if the origin is known to have no service, or did not answer lately and may have none: then it need not be asked. */
    boolean isAbsent(String origin) {
        Instant now = clock.instant();
        Found known = found.get(origin);
        if (known != null && counts(known, origin)) return known.base().isEmpty();
        Instant until = silent.get(origin);
        return until != null && now.isBefore(until) && !isOffered(origin);
    }

    /** These had services before the process began; they count as having one until they say otherwise. */
    void expect(Collection<String> origins) {
        for (String origin : origins)
            found.putIfAbsent(origin, new Found(Optional.of(URI.create(origin)), Instant.MIN));
    }

    /**
     * Returns the service of an origin; empty if it has none.
     *
     * @throws MoverException DATA_NODE_UNREACHABLE if that cannot be told now
     */
    Optional<TapeService> of(String origin) {
        if (policy(origin).staging() == Staging.NEVER) return Optional.empty();
        Found known = found.get(origin);
        if (known == null || !counts(known, origin)) {
            if (found.size() >= ORIGINS_MAX) found.clear();
            known = lookOrNote(origin);
            found.put(origin, known);
        }
        return known.base().map(base -> new TapeService(base, connections));
    }

    /** A node of which somebody has said since that it has tape is looked at again. */
    private boolean counts(Found known, String origin) {
        boolean isToldOtherwise = known.base().isEmpty() && policy(origin).staging() == Staging.TAPE_REST;
        return clock.instant().isBefore(known.until()) && !isToldOtherwise;
    }

    private Found lookOrNote(String origin) {
        try {
            return look(origin);
        } catch (MoverException e) {
            if (silent.size() >= ORIGINS_MAX) silent.clear();
            silent.put(origin, clock.instant().plus(SILENT_FOR));
            throw e;
        }
    }

    private Found look(String origin) {
        TapeReply reply = connections.get(URI.create(origin + WELL_KNOWN));
        if (reply.isTooMany() || reply.status() >= 500) {
            throw new MoverException(
                    ErrorCode.DATA_NODE_UNREACHABLE, origin + WELL_KNOWN + " answers " + reply.status());
        }
        Optional<URI> base = reply.isDone() ? TapeAnswers.service(reply.body()) : Optional.empty();
        if (base.isEmpty() && policy(origin).staging() == Staging.TAPE_REST) {
            throw new MoverException(
                    ErrorCode.DATA_NODE_UNREACHABLE,
                    origin + " is set to staging=tape-rest, and offers no tape service of version 1 at " + WELL_KNOWN);
        }
        return new Found(base, clock.instant().plus(base.isPresent() ? FOUND_FOR : ABSENT_FOR));
    }
}
