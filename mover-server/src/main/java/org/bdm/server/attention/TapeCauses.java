package org.bdm.server.attention;

import java.time.Instant;
import java.util.List;
import org.bdm.server.attention.AttentionItem.Cause;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.tape.TapeWait;
import org.bdm.server.message.ProblemText;

/** Turns files that have waited for tape longer than there was patience into items, one for each data node. Any thread that may block. */
final class TapeCauses {
    private TapeCauses() {}

    static List<AttentionItem> all(Catalog catalog, Instant now) {
        return catalog.tapeRecalls().overdue(now).stream()
                .map(wait -> item(wait, now))
                .toList();
    }

    private static AttentionItem item(TapeWait wait, Instant now) {
        Cause cause = new Cause(
                "TAPE_OVERDUE",
                ProblemText.shown(wait.text(now) + ", wanted since " + wait.since()
                        + ", which is longer than its staging-patience"),
                "Ask who runs the data node whether its tapes work. The files wait on, which costs no try; 'bdm-client cancel JOB'"
                        + " gives them up, and 'bdm-client data-node set " + wait.node()
                        + " --staging-patience 3d' leaves you alone for longer.",
                wait.since(),
                wait.since(),
                1);
        Remedy remedy = new Remedy("bdm-client data-node list", "GET", "/api/v1/data-nodes", null)
                .after("Look at the data nodes", "bdm-client data-node list", "/data-nodes");
        return new AttentionItem(AttentionKind.TAPE, wait.node(), cause, wait.files(), null, null, remedy);
    }
}
