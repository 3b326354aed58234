package org.bdm.core.control.job;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a job is where it is, and what happens next.
 *
 * @param state The state of the job. One of {@code JobState}.
 * @param code Code of the reason: an error code, a pause reason, or a word for what it waits for; null while it moves. One of {@code
 * JobReason}.
 * @param reason Why it is as it is, as a sentence. Such as {@code It waits for its turn: jobs of a higher priority, and older ones of the
 * same, go first.}.
 * @param since When that began; null if it is not known.
 * @param next What happens next, or what a person must do, as a sentence; null if there is nothing to say. Such as {@code Its sources are
 * listed as soon as a worker is free.}.
 * @param nextAt When the program tries again by itself; null if no time is set.
 * @param host Load of the machine of the node that answers; null if it cannot be read. Such as {@code CPU 97 %, eth0 1.2 Gbit/s in}.
 * @param placing How files get their names in the export of its destination, and what proves afterwards that they are ours; null where that
 * export is only read, or at another node. Such as {@code renamed without replacing; proof: inode number and size}.
 * @param stages The stages that the bytes pass, of all nodes together; empty while nothing moves.
 * @param nodes Nodes that work on the job now, the one that answers first.
 * @param openFiles Files that wait after an error, at most 50; empty when the job has ended.
 * @param decisions What the program decided by itself, newest first; a few dozen at most.
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
