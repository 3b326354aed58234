package org.bdm.server.job.submit;

import java.util.List;
import org.bdm.core.control.job.JobOptions;
import org.bdm.core.control.job.SourcePolicy;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.job.JobKind;

/** Checks which parts of a source policy a kind of job may have: a tree has other destinations, a replica set other copies. */
final class RelayRules {
    private static final int DESTINATIONS_MAX = 16;

    private RelayRules() {}

    /** Returns the destinations of the same tree in normal form; UNSUPPORTED, INVALID_REQUEST, TOO_LARGE. */
    static List<String> checked(JobOptions options, JobKind kind) {
        SourcePolicy policy = options.sourcePolicy();
        if (policy == null) return List.of();
        boolean isOfTree = kind == JobKind.TREE && policy.equals(SourcePolicy.relayed(policy.relay()));
        if (kind != JobKind.REPLICA_SET && !isOfTree) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED, "sourcePolicy is for REPLICA_SET jobs; a TREE may have sourcePolicy.relay");
        }
        if (kind == JobKind.REPLICA_SET && !policy.relay().isEmpty()) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED, "sourcePolicy.relay is for TREE jobs; use sourcePolicy.alsoAt");
        }
        List<String> all = policy.relay().stream()
                .map(Endpoint::parse)
                .map(Endpoint::toString)
                .distinct()
                .toList();
        if (all.size() > DESTINATIONS_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    "sourcePolicy.relay: " + all.size() + " destinations, at most " + DESTINATIONS_MAX);
        }
        return all;
    }
}
