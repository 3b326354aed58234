package org.bdm.server.attention;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bdm.server.attention.AttentionItem.Cause;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.hook.Hook;
import org.bdm.server.message.ProblemText;

/** Turns hooks that have taken nothing for an hour into items. Any thread that may block. */
final class HookCauses {
    /** A receiver that is restarted, or away for a moment, needs nobody. */
    static final Duration PATIENCE = Duration.ofHours(1);

    private HookCauses() {}

    static List<AttentionItem> all(Catalog catalog, Instant now) {
        return catalog.hooks().all().stream()
                .flatMap(hook -> item(hook, now).stream())
                .toList();
    }

    static Optional<AttentionItem> find(Catalog catalog, String name, Instant now) {
        return catalog.hooks().find(name).flatMap(hook -> item(hook, now));
    }

    private static Optional<AttentionItem> item(Hook hook, Instant now) {
        Hook.Progress progress = hook.progress();
        Instant since = progress.failingSince();
        if (since == null || now.isBefore(since.plus(PATIENCE))) return Optional.empty();
        Cause cause = new Cause(
                "HOOK_FAILING",
                ProblemText.shown(
                        "Hook '" + hook.name() + "' has taken nothing since " + since + ": " + progress.failure()),
                "Mend the receiver, then try it with 'bdm-client hook test " + hook.name()
                        + "'. Nothing is lost: what it was not told is sent again, at most an hour apart. If nobody needs it any"
                        + " more, remove it with 'bdm-client hook remove " + hook.name() + "'.",
                since,
                since,
                progress.failures());
        Remedy remedy = new Remedy(
                        "bdm-client hook test " + hook.name(), "POST", "/api/v1/hooks/" + hook.name() + "/test", null)
                .after("See the hooks", "bdm-client hook list", "/settings?tab=hooks");
        return Optional.of(new AttentionItem(AttentionKind.HOOK, hook.name(), cause, 0, null, null, remedy));
    }
}
