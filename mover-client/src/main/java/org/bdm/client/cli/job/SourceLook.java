package org.bdm.client.cli.job;

import java.util.List;
import org.bdm.client.ExportPath;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerRefusal;
import org.bdm.client.ServerUnreachable;
import org.bdm.core.control.Problem;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.SubmitJob;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the source of a job before the job is sent, so that a mistyped path is refused at once and leaves no failed job behind. What cannot
 * be looked at now, because the site is down or the token may not, is left to the job.
 */
final class SourceLook {
    private static final String SOURCE_NOT_FOUND = "SOURCE_NOT_FOUND";
    private static final int REFUSED = 409;

    private final MoverApi api;

    SourceLook(MoverApi api) {
        this.api = api;
    }

    /** Throws {@link ServerRefusal} if the job would fail for certain. */
    void check(SubmitJob job) {
        Problem found = problem(job.items().get(0));
        if (found == null) return;
        // What is wrong with the job itself comes first: the plan of a source that is not there checks nothing else.
        api.startPlan(job);
        throw ServerRefusal.of(found);
    }

    private @Nullable Problem problem(JobItem item) {
        if (!item.source().startsWith("bdm://")) return null;
        try {
            api.look(ExportPath.parse(item.source()));
            if (Boolean.TRUE.equals(item.recursive())) return null;
            return problem("IS_A_DIRECTORY", item.source() + " is a directory", "Add --recursive to transfer it.");
        } catch (IllegalArgumentException | ServerUnreachable e) {
            // The server says what is wrong with the address, and whether it answers at all.
            return null;
        } catch (ServerRefusal refusal) {
            return switch (refusal.problem().code()) {
                case SOURCE_NOT_FOUND ->
                    problem(
                            SOURCE_NOT_FOUND,
                            "no such file or directory: " + item.source(),
                            "Look with 'bdm-client ls'; nothing was submitted.");
                case "UNKNOWN_EXPORT" ->
                    problem(
                            SOURCE_NOT_FOUND,
                            "no such export (UNKNOWN_EXPORT): " + item.source(),
                            "List exports with 'bdm-client export list' at that site; nothing was submitted.");
                default -> null;
            };
        }
    }

    private static Problem problem(String code, String detail, String advice) {
        return new Problem(null, null, REFUSED, detail, code, "BAD_REQUEST", advice, List.of());
    }
}
