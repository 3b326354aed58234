package org.bdm.server.attention;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.MoverException;
import org.bdm.server.attention.AttentionItem.Cause;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.removal.PurgeState;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.ProblemText;

/** Turns plans of mirror jobs that wait for review into items. Any thread that may block. */
final class MirrorCauses {
    private MirrorCauses() {}

    /** The item of a plan that can be applied; empty for any other, and for what is not the id of a plan. */
    static Optional<AttentionItem> find(Catalog catalog, String target, Instant now) {
        long number;
        try {
            number = Numbers.purge(target);
        } catch (MoverException notOne) {
            return Optional.empty();
        }
        return catalog.purges()
                .find(number)
                .filter(plan -> plan.mirror() != null
                        && plan.state() == PurgeState.OPEN
                        && plan.expiresAt().isAfter(now))
                .map(MirrorCauses::item);
    }

    /** A plan that takes most of a destination is only shown by its remedy: applying it needs a number that a person repeats. */
    static AttentionItem item(PurgePlan plan) {
        String id = "purge-" + plan.number();
        long files = plan.amount().files();
        String text = id + " waits for review: the source of " + plan.mirrorJob() + " no longer has "
                + (files == 1 ? "1 file" : files + " files") + " ("
                + plan.amount().bytes()
                + " bytes) of its destination"
                + (plan.takesMost() ? ", more than half of it" : "") + "." + caution(plan);
        String confirm = plan.needsCount() ? " --confirm-count " + files : "";
        Cause cause = new Cause(
                "MIRROR_PLAN",
                ProblemText.shown(text),
                "Look at it with 'bdm-client purge --show " + id + " --files'; then 'bdm-client purge --apply " + id
                        + confirm + "' "
                        + (plan.note().isEmpty() ? "moves the files into the quarantine" : "deletes the files for good")
                        + ", and 'bdm-client purge --discard " + id
                        + "' leaves them. The plan expires at " + plan.expiresAt() + ".",
                plan.createdAt(),
                plan.createdAt(),
                1);
        String path = "/api/v1/purges/" + id;
        Remedy remedy = plan.needsCount()
                ? new Remedy("bdm-client purge --show " + id, "GET", path, null)
                : new Remedy("bdm-client purge --apply " + id, "POST", path + "/apply", Map.of("confirmCount", files))
                        .after(
                                "Look at the plan",
                                "bdm-client purge --show " + id + " --files",
                                "/holdings/purges/" + id);
        return new AttentionItem(AttentionKind.MIRROR_PLAN, id, cause, files, null, null, remedy);
    }

    private static String caution(PurgePlan plan) {
        PurgePlan.MirroredTree mirror = plan.mirror();
        return mirror == null || mirror.cautions() == 0
                ? ""
                : " Directories of the source look as if their file system were not mounted.";
    }
}
