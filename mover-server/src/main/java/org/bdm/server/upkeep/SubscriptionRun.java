package org.bdm.server.upkeep;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.FoundDataset;
import org.bdm.server.catalog.dataset.FoundState;
import org.bdm.server.catalog.dataset.HarvestMark;
import org.bdm.server.catalog.dataset.HeardDataset;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.dataset.Subscription;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.KnownDataset;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.dataset.replica.DatasetWishes;
import org.bdm.server.dataset.replica.Resolved;
import org.bdm.server.discovery.index.Federation;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.drs.DatasetName;
import org.jspecify.annotations.Nullable;

/**
 * One run of one subscription: harvests, looks again at what changed, decides about what is new, makes jobs. Everything that it decides is on
 * stable storage before the next step, and what a run before left undone is done first, so that killed anywhere it never makes two jobs of one
 * dataset. Used once, by one thread.
 */
final class SubscriptionRun {
    private static final int NAMES_AT_ONCE = 1_000;
    private static final int DATASETS_OF_JOB_MAX = 100;

    private final Catalog catalog;
    private final Federation federation;
    private final DatasetResolver resolver;
    private final SubscribedJobs jobs;
    private final Subscription subscription;
    private final BooleanSupplier mayGoOn;
    private final boolean isAsked;
    private final RunBudget budget;
    private final Set<String> troubles = new LinkedHashSet<>();
    private long found;
    private long added;
    private long made;
    private long left;
    private long tooLarge;
    private String largest = "";

    SubscriptionRun(
            Catalog catalog,
            Federation federation,
            DatasetResolver resolver,
            SubscribedJobs jobs,
            Subscription subscription,
            boolean isAsked,
            BooleanSupplier mayGoOn) {
        this.catalog = catalog;
        this.federation = federation;
        this.resolver = resolver;
        this.jobs = jobs;
        this.subscription = subscription;
        this.mayGoOn = mayGoOn;
        this.isAsked = isAsked;
        this.budget = new RunBudget(subscription.choices().caps());
    }

    private long number() {
        return subscription.number();
    }

    /** The subscription as it is afterwards. What goes wrong is its trouble; it is tried again with the next run. */
    Subscription run(Instant now) {
        List<HarvestMark> marks = List.of();
        try {
            FoundAgain again = new FoundAgain(catalog, number(), isAsked, now);
            again.look();
            submitWanted();
            Harvest harvest = new Harvest(
                    federation,
                    jobs.selection(subscription),
                    catalog.subscriptions().marks(number()),
                    now);
            harvest.run();
            take(harvest.named());
            marks = harvest.marks();
            marks.stream()
                    .map(HarvestMark::warning)
                    .filter(text -> !text.isEmpty())
                    .forEach(troubles::add);
            again.lookAtChanges();
            decideNew();
            submitWanted();
        } catch (MoverException e) {
            boolean isOver = e.code() == ErrorCode.STOPPING
                    || e.code() == ErrorCode.CANCELLED
                    || e.code() == ErrorCode.CATALOG_UNAVAILABLE;
            if (isOver) throw e;
            troubles.add(e.sentence());
        }
        Subscription.Run done = new Subscription.Run(now, null, found, added, made, left, String.join("; ", troubles));
        return Durable.await(catalog.subscriptions().end(number(), done, marks));
    }

    private void checkStop() {
        if (!mayGoOn.getAsBoolean()) throw new MoverException(ErrorCode.STOPPING, "the server is stopping");
    }

    /** Keeps what is new, and looks again at what is known and is said to be withdrawn, or no longer. */
    private void take(Map<String, Harvest.Named> named) {
        found = named.size();
        List<String> keys = List.copyOf(named.keySet());
        for (int from = 0; from < keys.size(); from += NAMES_AT_ONCE) {
            checkStop();
            List<String> part = keys.subList(from, Math.min(keys.size(), from + NAMES_AT_ONCE));
            Map<String, KnownDataset> known = catalog.holdings().knownDatasets(part);
            Set<String> held = catalog.holdings().ofDatasets(part).keySet();
            List<HeardDataset> fresh = new ArrayList<>();
            List<String> changed = new ArrayList<>();
            for (String key : part) {
                Harvest.Named one = named.get(key);
                if (one == null) continue;
                KnownDataset set = known.get(key);
                boolean isOtherThanKnown = set != null && set.retracted() != one.isRetracted();
                if (isOtherThanKnown || (held.contains(key) && set == null)) changed.add(one.instanceId());
                if (!one.isRetracted() && one.isLatest()) fresh.add(one.heard());
            }
            added += Durable.await(catalog.subscriptions().found(number(), fresh));
            lookAgain(changed);
            reconsider(fresh);
        }
    }

    /** The sets are stored, and the marks of what is held follow. */
    private void lookAgain(List<String> names) {
        if (names.isEmpty()) return;
        Resolved resolved =
                resolver.resolve(new DatasetWishes(names, List.of()), DatasetResolver.Keeping.STORED, set -> {});
        warn(resolved);
    }

    /** Decides anew about what was left out and is named as the latest and not withdrawn, and about what lists other files than are stored. */
    private void reconsider(List<HeardDataset> fresh) {
        List<String> names = fresh.stream().map(HeardDataset::instanceId).toList();
        Map<String, FoundDataset> known = catalog.subscriptions().known(number(), names);
        List<FoundDataset> again = known.values().stream()
                .filter(found -> found.state() == FoundState.LEFT_OUT)
                .map(found -> found.as(FoundState.NEW, ""))
                .toList();
        if (again.isEmpty()) return;
        long unused = Durable.await(catalog.subscriptions().decide(number(), again));
    }

    private void warn(Resolved resolved) {
        resolved.warnings().stream()
                .filter(IndexWarning::affectsCompleteness)
                .forEach(warning -> troubles.add(warning.index() + ": " + warning.code() + ": " + warning.text()));
    }

    /** All of them: a batch must never be seen in part. */
    private List<FoundDataset> all(FoundState state) {
        List<FoundDataset> all = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            RowPage<FoundDataset> page = catalog.subscriptions().page(number(), state, cursor, RowPage.ROWS_MAX);
            all.addAll(page.rows());
            cursor = page.nextCursor();
        } while (cursor != null);
        return all;
    }

    private void decideNew() {
        List<FoundDataset> fresh = all(FoundState.NEW);
        for (int from = 0; from < fresh.size(); from += DATASETS_OF_JOB_MAX) {
            checkStop();
            if (budget.isOver()) {
                left += fresh.size() - from;
                break;
            }
            decide(fresh.subList(from, Math.min(fresh.size(), from + DATASETS_OF_JOB_MAX)));
        }
        tellCaps();
    }

    private void decide(List<FoundDataset> fresh) {
        List<String> names = fresh.stream().map(FoundDataset::instanceId).toList();
        Map<String, ReplicaSet> sets = new HashMap<>();
        Resolved resolved = resolver.resolve(
                new DatasetWishes(names, List.of()),
                DatasetResolver.Keeping.STORED,
                set -> sets.put(DatasetName.of(set.instanceId()).key(), set));
        warn(resolved);
        boolean isEnough = resolved.isComplete() || jobs.acceptsIncomplete(subscription);
        Map<String, KnownDataset> known = catalog.holdings().knownDatasets(names);
        List<FoundDataset> decided = new ArrayList<>();
        Set<String> masters = new HashSet<>();
        for (FoundDataset one : fresh) {
            DatasetName name = DatasetName.of(one.instanceId());
            KnownDataset stored = known.get(one.instanceId().toLowerCase(Locale.ROOT));
            String contradiction = stored == null ? null : stored.contradiction();
            FoundDataset after = decide(one, sets.get(name.key()), isEnough, contradiction);
            decided.add(after);
            if (after.state() == FoundState.TOLD && masters.add(name.masterId())) tell(after);
        }
        Durable.await(catalog.subscriptions().decide(number(), decided));
    }

    private FoundDataset decide(
            FoundDataset one, @Nullable ReplicaSet set, boolean isEnough, @Nullable String contradiction) {
        if (set == null) return as(one, FoundState.NEW, "no index knows it any more");
        if (set.retracted()) return as(one, FoundState.LEFT_OUT, "an index says that it was withdrawn");
        if (!set.latest()) return as(one, FoundState.LEFT_OUT, "a newer version is known");
        if (!isEnough) return as(one, FoundState.NEW, "an index did not answer in full; the next run asks it again");
        if (set.variants().isEmpty()) return as(one, FoundState.NEW, "no index lists a file of it yet");
        if (contradiction != null && !jobs.acceptsIncomplete(subscription)) {
            return as(one, FoundState.NEW, "the list may lack files: " + contradiction);
        }
        String extent = ListedExtent.of(set);
        String before = one.tracking().extent();
        if (extent.equals(before))
            return one.as(stateBefore(one), "").with(one.tracking().of(extent));
        if (!before.isEmpty()) tellChange(one, extent);
        FoundDataset after = ordered(one, set);
        boolean isStill = after.state() == FoundState.NEW; // nothing was made of it yet
        return isStill ? after : after.with(one.tracking().of(extent));
    }

    /** Returns the state of what was ordered and is listed as it was. */
    private static FoundState stateBefore(FoundDataset one) {
        return one.tracking().tries() > 0 ? FoundState.INCOMPLETE : FoundState.COMPLETE;
    }

    private void tellChange(FoundDataset changed, String extent) {
        String text = changed.instanceId() + " changed: subscription-" + number() + " replicated "
                + ListedExtent.files(changed.tracking().extent()) + " files; listed are " + ListedExtent.files(extent)
                + " now, or others; it is replicated again";
        Durable.await(catalog.events().add(null, "DATASET_CHANGED", text, "{}"));
    }

    private FoundDataset ordered(FoundDataset one, ReplicaSet set) {
        Optional<String> older = olderVersion(one.instanceId());
        boolean isTold = older.isPresent() && subscription.choices().tellsNewVersions();
        String text = older.map(id -> "a newer version than " + id).orElse("");
        return isTold
                ? as(one, FoundState.TOLD, text)
                : withinCaps(one, set.variants().get(0).bytes(), text);
    }

    private FoundDataset withinCaps(FoundDataset one, long bytes, String text) {
        return switch (budget.offer(bytes)) {
            case TAKEN -> as(one, FoundState.WANTED, text);
            case LEFT -> {
                left++;
                yield as(one, FoundState.NEW, "the last run had taken all that one may; the next one looks at it");
            }
            case TOO_LARGE -> {
                tooLarge++;
                String large = "has " + bytes + " bytes, but a run may take " + budget.bytesMax();
                if (largest.isEmpty()) largest = one.instanceId() + " " + large;
                yield as(one, FoundState.NEW, large);
            }
        };
    }

    /** Says what the caps kept back. */
    private void tellCaps() {
        if (tooLarge > 0) {
            String others = tooLarge == 1 ? "" : ", and " + (tooLarge - 1) + " more are as large";
            troubles.add("no run takes what is larger than maxBytesPerRun: " + largest + others);
        }
        if (left == 0) return;
        String text = "a run of subscription-" + number() + " took as much as it may, " + budget.datasetsTaken()
                + " datasets with " + budget.bytesTaken() + " bytes; up to " + left + " are left to the next run";
        Durable.await(catalog.events().add(null, "RUN_CAPPED", text, "{}"));
    }

    private static FoundDataset as(FoundDataset one, FoundState state, String text) {
        return one.as(state, text);
    }

    /** Another version of it that is held here, or that this subscription found. */
    private Optional<String> olderVersion(String instanceId) {
        DatasetName name = DatasetName.of(instanceId);
        List<String> held =
                catalog.holdings().heldVersions(List.of(name.masterId())).getOrDefault(name.masterId(), List.of());
        Optional<String> other = held.stream()
                .filter(id -> !DatasetName.of(id).key().equals(name.key()))
                .findFirst();
        if (other.isPresent()) return other;
        return catalog.subscriptions().hasOtherVersion(number(), name.masterId(), instanceId)
                ? Optional.of("one that was found before")
                : Optional.empty();
    }

    private void tell(FoundDataset told) {
        String text = told.instanceId() + ": " + told.text() + ", found by subscription-" + number();
        Durable.await(catalog.events().add(null, "NEW_VERSION_FOUND", text, "{}"));
    }

    /** Of each batch a job or a request; what is there already is only noted. */
    private void submitWanted() {
        Map<Long, List<String>> batches = new TreeMap<>();
        for (FoundDataset wanted : all(FoundState.WANTED)) {
            Long batch = wanted.batch();
            if (batch != null) {
                batches.computeIfAbsent(batch, missing -> new ArrayList<>()).add(wanted.instanceId());
            }
        }
        batches.forEach((batch, names) -> {
            checkStop();
            if (subscription.choices().needsApproval()) {
                Durable.await(catalog.subscriptions().request(number(), batch, jobs.request(subscription, names)));
            } else {
                JobId job = jobs.submit(subscription, names, key(batch));
                Durable.await(catalog.subscriptions().submitted(number(), batch, job));
            }
            made++;
        });
    }

    /** The same batch gives the same job, however often it is submitted; the time tells catalogs apart. */
    private String key(long batch) {
        return "subscription-" + number() + "-" + subscription.createdAt().getEpochSecond() + "-" + batch;
    }
}
