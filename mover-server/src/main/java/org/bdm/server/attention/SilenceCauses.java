package org.bdm.server.attention;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bdm.server.attention.AttentionItem.Cause;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.HarvestMark;
import org.bdm.server.catalog.dataset.IncompleteDatasets;
import org.bdm.server.catalog.dataset.SubscriptionSilence;
import org.bdm.server.catalog.dataset.SubscriptionState;
import org.bdm.server.message.ProblemText;

/** Turns indexes and subscriptions that have gone quiet into items, one for each cause. Any thread that may block. */
final class SilenceCauses {
    /** Runs in a row without an answer in full: one or two are a restart. */
    private static final int FAILURES_MIN = 3;

    private final Catalog catalog;

    SilenceCauses(Catalog catalog) {
        this.catalog = catalog;
    }

    List<AttentionItem> all() {
        List<AttentionItem> all = new ArrayList<>();
        Map<String, List<Quiet>> byIndex = new TreeMap<>();
        for (SubscriptionSilence silence : catalog.subscriptions().silences()) {
            boolean isIndexFailing = false;
            if (silence.state() == SubscriptionState.ACTIVE) {
                for (HarvestMark mark : catalog.subscriptions().marks(silence.number())) {
                    boolean isFailing = mark.silence().failures() >= FAILURES_MIN;
                    isIndexFailing |= isFailing;
                    if (isFailing || mark.silence().emptySince().isPresent()) {
                        byIndex.computeIfAbsent(mark.index(), first -> new ArrayList<>())
                                .add(new Quiet(silence.number(), mark));
                    }
                }
            }
            of(silence, isIndexFailing).ifPresent(all::add);
        }
        byIndex.forEach((index, quiet) -> all.add(index(index, quiet)));
        return all;
    }

    private record Quiet(long subscription, HarvestMark mark) {
        boolean isFailing() {
            return mark.silence().failures() >= FAILURES_MIN;
        }

        Instant since() {
            HarvestMark.Silence silence = mark.silence();
            return (isFailing() ? silence.failingSince() : silence.emptySince()).orElse(Instant.EPOCH);
        }
    }

    private static AttentionItem index(String index, List<Quiet> quiet) {
        boolean isFailing = quiet.stream().anyMatch(Quiet::isFailing);
        List<Quiet> affected =
                quiet.stream().filter(one -> one.isFailing() == isFailing).toList();
        Instant since =
                affected.stream().map(Quiet::since).min(Instant::compareTo).orElse(Instant.EPOCH);
        long first = affected.get(0).subscription();
        String others = affected.size() == 1 ? "" : " and " + (affected.size() - 1) + " more";
        String of = "subscription-" + first + others;
        String text = isFailing
                ? "The index " + index + " has not answered " + of + " in full since " + since + ": "
                        + affected.get(0).mark().warning()
                : "The index " + index + " has listed nothing for " + of + " since " + since
                        + ", and listed "
                        + affected.get(0).mark().silence().listed().orElse(0) + " datasets before";
        Cause cause = new Cause(
                isFailing ? "INDEX_SILENT" : "INDEX_EMPTY",
                ProblemText.shown(text),
                "Look at the index, or ask who runs it. Then 'bdm-client subscribe run subscription-" + first
                        + "' asks it again; a server that starts without this --index waits for it no longer.",
                since,
                since,
                1);
        return item(AttentionKind.INDEX, index, cause, run(first));
    }

    private static Remedy run(long number) {
        String id = "subscription-" + number;
        return new Remedy("bdm-client subscribe run " + id, "POST", "/api/v1/subscriptions/" + id + "/run", null)
                .after("Look at the subscription", "bdm-client subscribe show " + id, "/subscriptions/" + id);
    }

    /** At most one for each: what is missing first, then why nothing comes. */
    private Optional<AttentionItem> of(SubscriptionSilence silence, boolean isIndexFailing) {
        if (silence.state() == SubscriptionState.PAUSED) return Optional.of(paused(silence));
        Optional<AttentionItem> incomplete =
                catalog.subscriptions().incomplete(silence.number()).map(found -> incomplete(silence.number(), found));
        if (incomplete.isPresent() || isIndexFailing) return incomplete;
        if (silence.trouble().runs() >= FAILURES_MIN) return Optional.of(failing(silence));
        boolean findsNothing = !silence.hasFound() && silence.runs() >= FAILURES_MIN;
        return findsNothing ? Optional.of(findingNothing(silence)) : Optional.empty();
    }

    private static AttentionItem paused(SubscriptionSilence silence) {
        String id = "subscription-" + silence.number();
        Cause cause = cause(
                "SUBSCRIPTION_PAUSED",
                id + " is paused since " + silence.stateSince() + "; nothing new is replicated",
                "Resume it with 'bdm-client subscribe resume " + id
                        + "', or remove it with 'bdm-client subscribe remove " + id + "'.",
                silence.stateSince());
        String path = "/api/v1/subscriptions/" + id + "/resume";
        Remedy remedy = new Remedy("bdm-client subscribe resume " + id, "POST", path, null)
                .after("Look at the subscription", "bdm-client subscribe show " + id, "/subscriptions/" + id);
        return item(AttentionKind.SUBSCRIPTION, silence.number(), cause, remedy);
    }

    private static AttentionItem incomplete(long number, IncompleteDatasets incomplete) {
        String id = "subscription-" + number;
        long datasets = incomplete.datasets();
        String what = datasets == 1 ? "1 dataset" : datasets + " datasets";
        Cause cause = cause(
                "SUBSCRIPTION_INCOMPLETE",
                id + ": jobs did not bring " + what + " in full, the first since " + incomplete.since() + ": "
                        + incomplete.first() + (datasets == 1 ? "" : " and others"),
                "They are tried again with growing pauses. See them with 'bdm-client subscribe show " + id
                        + " --datasets --state INCOMPLETE'; 'bdm-client subscribe run " + id + "' tries at once.",
                incomplete.since());
        return item(AttentionKind.SUBSCRIPTION, number, cause, run(number));
    }

    private static AttentionItem failing(SubscriptionSilence silence) {
        String id = "subscription-" + silence.number();
        Instant since = silence.trouble().since().orElse(silence.createdAt());
        Cause cause = cause(
                "SUBSCRIPTION_FAILS",
                id + ": " + silence.trouble().runs() + " runs in a row met trouble, the first at " + since + ": "
                        + silence.trouble().text(),
                "See 'bdm-client subscribe show " + id + "'; then 'bdm-client subscribe run " + id + "' tries again.",
                since);
        return item(AttentionKind.SUBSCRIPTION, silence.number(), cause, run(silence.number()));
    }

    private static AttentionItem findingNothing(SubscriptionSilence silence) {
        String id = "subscription-" + silence.number();
        Cause cause = cause(
                "SUBSCRIPTION_FINDS_NOTHING",
                id + " has found nothing in its runs since " + silence.createdAt(),
                "Try its query with 'bdm-client search'. Make it anew, and remove this one with 'bdm-client subscribe"
                        + " remove " + id + "'; if it waits for what is not published yet, acknowledge this item.",
                silence.createdAt());
        String path = "/api/v1/subscriptions/" + id;
        Remedy remedy = new Remedy("bdm-client subscribe show " + id, "GET", path, null);
        return item(AttentionKind.SUBSCRIPTION, silence.number(), cause, remedy);
    }

    private static Cause cause(String code, String text, String advice, Instant since) {
        return new Cause(code, ProblemText.shown(text), advice, since, since, 1);
    }

    private static AttentionItem item(AttentionKind kind, long number, Cause cause, Remedy remedy) {
        return item(kind, String.valueOf(number), cause, remedy);
    }

    private static AttentionItem item(AttentionKind kind, String target, Cause cause, Remedy remedy) {
        return new AttentionItem(kind, target, cause, 0, null, null, remedy);
    }
}
