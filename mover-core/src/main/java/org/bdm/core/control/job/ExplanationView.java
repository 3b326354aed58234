package org.bdm.core.control.job;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a job is where it is and what happens next.
 *
 * @param code of the reason
 * @param reason one sentence: why it is as it is
 * @param next one sentence: what happens next, or what a person must do
 * @param limitedBy the stage or the limit that holds the job up now
 * @param host load of the machine of the node that answers; null if it cannot be read
 * @param placing how files get their names in the export of its destination, and what proves afterwards that they are ours; null where nobody tells
 * @param stages of all nodes together
 * @param nodes those that work on it now, the one that answers first
 * @param openFiles files under way or waiting, with their last errors
 * @param decisions what the program decided by itself, newest first
 */
public record ExplanationView(
        String jobId,
        String state,
        @Nullable String code,
        String reason,
        @Nullable Instant since,
        @Nullable String next,
        @Nullable Instant nextAt,
        @Nullable String limitedBy,
        @Nullable String host,
        @Nullable String placing,
        List<StageView> stages,
        List<NodeWorkView> nodes,
        List<OpenFileView> openFiles,
        List<DecisionView> decisions) {
    /** An absent list is an empty one. */
    public ExplanationView {
        stages = stages == null ? List.of() : List.copyOf(stages);
        nodes = nodes == null ? List.of() : List.copyOf(nodes);
        openFiles = openFiles == null ? List.of() : List.copyOf(openFiles);
        decisions = decisions == null ? List.of() : List.copyOf(decisions);
    }

    /** The same, of a job that is called otherwise here. */
    public ExplanationView ofJob(String other) {
        return new ExplanationView(
                other, state, code, reason, since, next, nextAt, limitedBy, host, placing, stages, nodes, openFiles,
                decisions);
    }

    /** The same with fewer open files. */
    public ExplanationView withOpenFiles(List<OpenFileView> fewer) {
        return new ExplanationView(
                jobId, state, code, reason, since, next, nextAt, limitedBy, host, placing, stages, nodes, fewer,
                decisions);
    }

    /** The same with how files are placed. */
    public ExplanationView placedBy(@Nullable String way) {
        return new ExplanationView(
                jobId, state, code, reason, since, next, nextAt, limitedBy, host, way, stages, nodes, openFiles,
                decisions);
    }
}
