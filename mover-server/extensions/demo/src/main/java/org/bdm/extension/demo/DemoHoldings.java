package org.bdm.extension.demo;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.KeyHash;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.holding.NameSum;
import org.bdm.server.catalog.holding.StoredDigests;
import org.bdm.server.demo.DemoSettings;
import org.jspecify.annotations.Nullable;

/** Writes what this site holds of the datasets, verified at one time or another, with what indexes say against it. */
final class DemoHoldings {
    private static final int SOUGHT_BYTES = 8;
    private static final int HOLDINGS_OF_SPAN = 256;

    private final DemoRows rows;
    private final DemoChance chance;
    private final Instant now;
    private final List<DemoHolding> all = new ArrayList<>();
    private final Map<Integer, LongSummaryStatistics> checks = new TreeMap<>();
    private int datasets;

    DemoHoldings(DemoRows rows, DemoSettings settings) {
        this.rows = rows;
        this.chance = new DemoChance(settings.seed(), "holdings");
        this.now = settings.now();
    }

    /** Returns all holdings, in the order of their numbers. */
    List<DemoHolding> write(List<DemoDataset> known) {
        known.stream().filter(set -> set.heldFiles() > 0).forEach(this::write);
        checks.forEach(
                (span, of) -> rows.add("check_span (span_no, oldest_ms, newest_ms)", span, of.getMin(), of.getMax()));
        rows.lastNumber("holding", all.size());
        rows.lastNumber("held_directory", datasets);
        rows.lastNumber("held_dataset", datasets);
        return all;
    }

    static String export(DemoDataset set) {
        return set.project().startsWith("CORDEX") ? "cordex" : "cmip";
    }

    private void write(DemoDataset set) {
        int dataset = ++datasets;
        byte[] path = set.directory().getBytes(StandardCharsets.UTF_8);
        rows.add("held_directory (dir_no, export, path, path_hash)", dataset, export(set), path, KeyHash.of(path));
        Instant arrived = now.minus(Duration.ofHours(1 + chance.below(24 * 400)));
        boolean isQuarantined = set.isRetracted() && chance.in(30);
        DigestOrigin origin = chance.in(70) ? DigestOrigin.PUBLISHED : DigestOrigin.READBACK;
        List<DemoHolding> held = new ArrayList<>();
        for (DemoDataset.Part part : set.held()) {
            DemoHolding holding =
                    new DemoHolding(all.size() + 1, dataset, set, part, state(set, isQuarantined), arrived);
            all.add(holding);
            held.add(holding);
            write(holding, origin);
            if (isQuarantined) {
                rows.add(
                        "kept_holding (holding_no, dataset_no, kept_ms)",
                        holding.number(),
                        dataset,
                        now.minus(Duration.ofDays(9)).toEpochMilli());
            }
        }
        write(set, dataset, held, origin);
        mark(set, dataset, isQuarantined);
    }

    private HoldingState state(DemoDataset set, boolean isQuarantined) {
        if (set.isRetracted()) return HoldingState.RETRACTED;
        if (!set.isLatest() && !isQuarantined) return HoldingState.SUPERSEDED;
        int drawn = chance.below(2_000);
        if (drawn < 3) return HoldingState.DAMAGED;
        if (drawn < 5) return HoldingState.MISSING;
        if (drawn < 8) return HoldingState.DISPUTED;
        return drawn < 120 ? HoldingState.UNVERIFIED : HoldingState.VERIFIED;
    }

    private void write(DemoHolding holding, DigestOrigin origin) {
        boolean isUnverified = holding.state() == HoldingState.UNVERIFIED;
        Instant checked = isUnverified ? Instant.EPOCH : now.minus(Duration.ofHours(chance.below(24 * 120)));
        byte[] sha256 = holding.part().sha256();
        HoldingDigest digest = new HoldingDigest(
                new Checksum(ChecksumAlgorithm.SHA256, sha256),
                isUnverified ? DigestOrigin.LISTED : origin,
                checked.isBefore(holding.arrived()) ? holding.arrived() : checked);
        rows.add(
                "holding (holding_no, dir_no, name, dataset_no, size, modified_s, modified_ns, state, since_ms, inode, checked_ms,"
                        + " digests)",
                holding.number(),
                holding.dataset(),
                holding.part().name().getBytes(StandardCharsets.UTF_8),
                holding.dataset(),
                holding.part().size(),
                holding.arrived().getEpochSecond(),
                0,
                holding.state().code(),
                holding.arrived().toEpochMilli(),
                null,
                checked.toEpochMilli(),
                StoredDigests.text(List.of(digest)));
        rows.add("sought_digest (sought, holding_no)", Arrays.copyOf(sha256, SOUGHT_BYTES), holding.number());
        boolean isExceptional = holding.state() != HoldingState.VERIFIED && holding.state() != HoldingState.UNVERIFIED;
        if (isExceptional)
            rows.add("exceptional_holding (state, holding_no)", holding.state().code(), holding.number());
        checks.computeIfAbsent(holding.number() / HOLDINGS_OF_SPAN, missing -> new LongSummaryStatistics())
                .accept(checked.toEpochMilli());
    }

    private void write(DemoDataset set, int dataset, List<DemoHolding> held, DigestOrigin origin) {
        List<DemoHolding> usable =
                held.stream().filter(holding -> holding.state().isUsable()).toList();
        long own = usable.stream()
                .filter(holding -> holding.state() != HoldingState.UNVERIFIED)
                .count();
        rows.add(
                "held_dataset (dataset_no, instance_key, instance_id, files, name_sum, disputed, retracted, own_digests, weakest,"
                        + " computed_ms)",
                dataset,
                InstanceKey.of(set.id()),
                set.id(),
                usable.size(),
                NameSum.of(usable.stream().map(holding -> holding.part().name()).toList()),
                count(held, HoldingState.DISPUTED),
                count(held, HoldingState.RETRACTED),
                own,
                own == 0 ? null : origin.code(),
                own == 0 ? null : now.minus(Duration.ofDays(chance.below(90))).toEpochMilli());
    }

    private static long count(List<DemoHolding> held, HoldingState state) {
        return held.stream().filter(holding -> holding.state() == state).count();
    }

    private void mark(DemoDataset set, int dataset, boolean isQuarantined) {
        if (set.isRetracted()) {
            mark(dataset, HoldingState.RETRACTED, true, "esgf-west says that it was retracted", null, isQuarantined);
        } else if (!set.isLatest()) {
            mark(
                    dataset,
                    HoldingState.SUPERSEDED,
                    true,
                    set.newerId() + " takes its place, and is held",
                    set.newerId(),
                    false);
        } else if (chance.below(400) == 0) {
            String newer = set.id().replaceFirst("v20[0-9]{6}$", "v20260401");
            mark(
                    dataset,
                    HoldingState.SUPERSEDED,
                    false,
                    newer + " has far fewer files: only a person can say whether it is whole",
                    newer,
                    false);
        }
    }

    private void mark(
            int dataset, HoldingState state, boolean isInForce, String reason, @Nullable String newer, boolean isKept) {
        rows.add(
                "dataset_mark (dataset_no, state, in_force, reason, newer_id, marked_ms, treatment, needs_person)",
                dataset,
                state.code(),
                isInForce,
                reason,
                newer,
                now.minus(Duration.ofDays(1 + chance.below(28))).toEpochMilli(),
                isKept ? 1 : 0,
                !isInForce);
    }
}
