package org.bdm.server.tape;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.NodePolicies;
import org.bdm.core.source.http.node.TapeDesk;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.tape.RecallState;
import org.bdm.server.catalog.tape.TapeRecalls;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tapes of all data nodes, as this process works with them. {@link #pass} is for one process of the site at a time; all else for any thread. */
public final class Tapes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Tapes.class);
    private static final Duration PAUSE = Duration.ofSeconds(30);
    private static final Duration PAUSE_MIN = Duration.ofSeconds(5);
    private static final Duration PAUSE_MAX = Duration.ofMinutes(10);
    private static final int DOUBLINGS_MAX = 6;

    private final TapeRecalls recalls;
    private final TapeServices services;
    private final TapeQuestionDesk desk;
    private final InstantSource clock;
    private final Map<String, Trouble> troubles = new HashMap<>(); // of the pass

    private record Trouble(int failures, Instant notBefore) {}

    /**
     * Asks nobody yet; reads which tapes were in use before.
     *
     * @param policies by data node, as they are now
     * @param userAgent who asks
     */
    public Tapes(Catalog catalog, AddressGuard guard, NodePolicies policies, String userAgent, InstantSource clock) {
        this.recalls = catalog.tapeRecalls();
        this.clock = clock;
        this.services = new TapeServices(new TapeConnections(guard, policies::of, userAgent), policies, clock);
        this.desk = new TapeQuestionDesk(services, recalls);
        services.expect(recalls.origins().stream().filter(this::wentByService).toList());
    }

    private boolean wentByService(String origin) {
        return recalls.inState(origin, RecallState.READ, 0, 1).isEmpty();
    }

    /** Returns who knows where a file is that its data node does not give. */
    public TapeDesk desk() {
        return desk;
    }

    /** Returns who holds up files that are not on disk. */
    public StagedFiles stagedFiles() {
        return StagedFiles.of(recalls, services, clock);
    }

    /** True if anything is wanted from tape. Blocks. */
    public boolean isWanted() {
        return recalls.isAny();
    }

    /**
     * Looks after what is wanted from tape. Blocks. A service that does not answer is left alone for a while, one with too much to do for as long as
     * it asks, within bounds.
     *
     * @param isOurs whether this process, and no other, has to do that; asked before each data node that is not left alone
     */
    public void pass(BooleanSupplier isOurs) {
        List<String> origins = recalls.origins();
        troubles.keySet().retainAll(origins);
        for (String origin : origins) {
            Trouble before = troubles.get(origin);
            if (before != null && clock.instant().isBefore(before.notBefore())) continue;
            if (Thread.currentThread().isInterrupted() || !isOurs.getAsBoolean()) return;
            pass(origin, before == null ? 0 : before.failures());
        }
    }

    private void pass(String origin, int failuresBefore) {
        Optional<TapeService> service = Optional.empty();
        Durable.await(recalls.havePatience(origin, services.policy(origin).patienceOrUsual()));
        try {
            service = services.of(origin);
            pass(origin, service);
            troubles.remove(origin);
        } catch (MoverException e) {
            int failures = failuresBefore + 1;
            Duration pause = service.filter(busy -> e.code() == ErrorCode.DATA_NODE_BUSY)
                    .flatMap(TapeService::takePause)
                    .orElse(PAUSE.multipliedBy(1L << Math.min(failures - 1, DOUBLINGS_MAX)));
            if (pause.compareTo(PAUSE_MIN) < 0) pause = PAUSE_MIN;
            if (pause.compareTo(PAUSE_MAX) > 0) pause = PAUSE_MAX;
            troubles.put(origin, new Trouble(failures, clock.instant().plus(pause)));
            LOG.warn("files wait for tape at {}: {}", origin, e.detail());
        }
    }

    private void pass(String origin, Optional<TapeService> service) {
        if (service.isPresent()) {
            new RecallEnds(recalls, service.get(), origin).run();
            new OriginPass(recalls, service.get(), origin, services.policy(origin), clock.instant()).run();
        } else {
            new UnservedRecalls(recalls, origin).run();
        }
    }

    @Override
    public void close() {
        desk.close();
    }
}
