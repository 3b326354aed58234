package org.bdm.server.catalog.holding;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bdm.core.store.FileName;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.Statements;
import org.bdm.server.catalog.job.Events;
import org.jspecify.annotations.Nullable;

/**
 * Keeps marks, and the states of holdings that follow from them, true: in the transaction that changes what catalogs say, or what is held.
 * Belongs to one change.
 */
public final class DatasetMarkRows {
    private static final int NAMES_MAX = 1_000_000;
    private static final int SAYING_SHOWN_MAX = 5;
    private static final int CHANGED_AT_ONCE = 500;

    private final ChangeWork work;
    private final Statements sql;
    private final Set<Long> changed = new TreeSet<>();

    public DatasetMarkRows(ChangeWork work) {
        this.work = work;
        this.sql = work.sql();
    }

    /** A version of which something is or was held. */
    private record Held(long number, String instanceId, long version) {}

    /** A version as catalogs know it. */
    private record Known(
            long number,
            String instanceId,
            long version,
            boolean retracted,
            boolean deprecated,
            int files,
            long bytes,
            @Nullable Long nameSum) {
        ExtentRows.Listed listed() {
            return new ExtentRows.Listed(number, files, bytes, nameSum);
        }
    }

    private record Mark(
            HoldingState state,
            boolean isInForce,
            String reason,
            @Nullable String newer,
            boolean needsPerson) {
        Mark(HoldingState state, boolean isInForce, String reason, @Nullable String newer) {
            this(state, isInForce, reason, newer, false);
        }
    }

    /** After a change of what catalogs say of one version; gives the datasets whose holdings changed. */
    public Set<Long> refresh(String instanceId) {
        DatasetVersions.master(instanceId).ifPresent(this::refreshVersions);
        return changed;
    }

    /** After a change of holdings of these datasets; gives them and the others whose holdings changed. */
    public Set<Long> refresh(Collection<Long> datasets) {
        Set<String> masters = new TreeSet<>();
        for (List<Long> part : Statements.parts(List.copyOf(datasets))) {
            sql.list(
                            "SELECT instance_id FROM held_dataset WHERE dataset_no IN (" + Statements.marks(part.size())
                                    + ") LIMIT " + part.size(),
                            (row, at) -> row.getString(1),
                            part.toArray())
                    .forEach(id ->
                            DatasetVersions.master(id.toLowerCase(Locale.ROOT)).ifPresent(masters::add));
        }
        masters.forEach(this::refreshVersions);
        for (long dataset : datasets) applyInForce(dataset);
        changed.addAll(datasets);
        return changed;
    }

    private void refreshVersions(String masterId) {
        List<Held> held = DatasetVersions.of(sql, "held_dataset", "dataset_no", masterId).stream()
                .map(version -> new Held(version.number(), version.instanceId(), number(version.instanceId())))
                .toList();
        if (held.isEmpty()) return;
        List<Known> known = known(masterId);
        Map<Long, Boolean> complete = new HashMap<>();
        for (Held one : held) {
            Mark wanted = mark(one, known, held, complete);
            Optional<DatasetMark> before = DatasetMarks.find(sql, one.number());
            if (wanted == null) before.ifPresent(this::lift);
            else if (isHeld(one)) write(one, before.orElse(null), wanted);
            else sql.update("DELETE FROM dataset_mark WHERE dataset_no = ?", one.number());
        }
    }

    /** All its files may have been removed. */
    private boolean isHeld(Held held) {
        return !sql.list(
                        "SELECT holding_no FROM holding WHERE dataset_no = ? LIMIT 1",
                        (row, at) -> row.getLong(1),
                        held.number())
                .isEmpty();
    }

    private static long number(String instanceId) {
        String digits = instanceId.substring(instanceId.lastIndexOf(".v") + 2);
        return digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
    }

    private List<Known> known(String masterId) {
        Map<Long, String> ids = DatasetVersions.of(sql, "replica_set", "set_no", masterId).stream()
                .collect(Collectors.toMap(DatasetVersions.Version::number, DatasetVersions.Version::instanceId));
        List<Known> known = new ArrayList<>();
        for (List<Long> part : Statements.parts(List.copyOf(ids.keySet()))) {
            known.addAll(sql.list(
                    "SELECT set_no, instance_id, is_retracted, is_deprecated, files, bytes, name_sum FROM replica_set"
                            + " WHERE set_no IN (" + Statements.marks(part.size()) + ") ORDER BY set_no LIMIT "
                            + part.size(),
                    (row, at) -> new Known(
                            row.getLong(1),
                            row.getString(2),
                            number(row.getString(2)),
                            row.getBoolean(3),
                            row.getBoolean(4),
                            row.getInt(5),
                            row.getLong(6),
                            Statements.longOrNull(row, "name_sum")),
                    part.toArray()));
        }
        known.sort(Comparator.comparingLong(Known::version).reversed());
        return known;
    }

    /** Null if nothing is said against it. */
    private @Nullable Mark mark(Held held, List<Known> known, List<Held> all, Map<Long, Boolean> isComplete) {
        Known own = known.stream()
                .filter(one -> one.version() == held.version())
                .findFirst()
                .orElse(null);
        List<Known> newer = known.stream()
                .filter(one -> one.version() > held.version() && !one.retracted())
                .toList();
        List<Known> complete = newer.stream()
                .filter(one -> isComplete.computeIfAbsent(one.number(), missing -> isCompleteHere(one, all)))
                .toList();
        Map<Known, String> doubts = doubts(held, own, complete);
        Optional<Known> here =
                complete.stream().filter(one -> !doubts.containsKey(one)).findFirst();
        String successor = here.or(() -> complete.stream().findFirst())
                .or(() -> newer.stream().findFirst())
                .map(Known::instanceId)
                .orElse(null);
        if (own != null && own.retracted()) {
            return new Mark(
                    HoldingState.RETRACTED, true, "withdrawn" + saying(own.number(), "is_retracted"), successor);
        }
        if (here.isPresent()) {
            return superseded(
                    true,
                    "version v" + here.get().version() + " took its place: it is complete and verified here",
                    successor);
        }
        if (!complete.isEmpty()) return doubtful(complete.get(0), doubts);
        if (!newer.isEmpty()) {
            return superseded(
                    false,
                    "version v" + newer.get(0).version() + " is published, and is not complete and verified here",
                    successor);
        }
        if (own == null || !own.deprecated()) return null;
        String saying = saying(own.number(), "is_deprecated");
        return superseded(false, "replaced" + saying + "; no newer version is known here", null);
    }

    private static Mark superseded(boolean isInForce, String why, @Nullable String successor) {
        return new Mark(HoldingState.SUPERSEDED, isInForce, why, successor);
    }

    /** Why those that are complete here as they are listed do not take its place by themselves. */
    private Map<Known, String> doubts(Held held, @Nullable Known own, List<Known> complete) {
        Map<Known, String> doubts = new LinkedHashMap<>();
        SuccessorDoubts looks = new SuccessorDoubts(sql);
        for (Known one : complete) {
            looks.doubt(one.listed(), held.number(), Optional.ofNullable(own).map(Known::listed))
                    .ifPresent(doubt -> doubts.put(one, doubt));
        }
        return doubts;
    }

    private static Mark doubtful(Known newer, Map<Known, String> doubts) {
        return new Mark(
                HoldingState.SUPERSEDED,
                false,
                "version v" + newer.version() + " is here as it is listed, but " + doubts.get(newer)
                        + "; it takes the place of this one when a person confirms that its list is whole",
                newer.instanceId(),
                true);
    }

    /** Returns the names of those who say so, for a sentence. */
    private String saying(long set, String column) {
        List<String> saying = sql.list(
                "SELECT i.name, n.name FROM replica_claim c JOIN outside_index i ON i.index_no = c.index_no"
                        + " JOIN data_node n ON n.data_node_no = c.data_node_no WHERE c.set_no = ? AND c." + column
                        + " ORDER BY i.name, n.name LIMIT " + (SAYING_SHOWN_MAX + 1),
                (row, at) -> row.getString(1) + " of " + row.getString(2),
                set);
        if (saying.isEmpty()) return "";
        String shown = String.join(", ", saying.subList(0, Math.min(SAYING_SHOWN_MAX, saying.size())));
        return ", says " + shown + (saying.size() > SAYING_SHOWN_MAX ? " and others" : "");
    }

    /** True if every file of the chosen variant is held, VERIFIED and not only once seen. */
    private boolean isCompleteHere(Known version, List<Held> all) {
        Held held = all.stream()
                .filter(one -> one.version() == version.version())
                .findFirst()
                .orElse(null);
        if (held == null || version.files() == 0 || version.nameSum() == null) return false;
        // While a version arrives this is asked with each batch of it, and the names of all its files are wanted only
        // at the end.
        long holdings = sql.number(
                "SELECT COUNT(*) FROM holding WHERE dataset_no = ? AND state = ?",
                held.number(),
                HoldingState.VERIFIED.code());
        if (holdings < version.files()) return false;
        Set<String> verified = new HashSet<>(sql.list(
                "SELECT name FROM holding WHERE dataset_no = ? AND state = ? LIMIT " + NAMES_MAX,
                (row, at) -> FileName.of(row.getBytes(1)).shown(),
                held.number(),
                HoldingState.VERIFIED.code()));
        return verified.size() == version.files() && NameSum.of(verified) == version.nameSum();
    }

    private void write(Held held, @Nullable DatasetMark before, Mark wanted) {
        if (before == null) {
            replace(held, wanted, work.now(), MarkTreatment.NONE);
            take(held, wanted, false);
            return;
        }
        boolean isSameState = before.state() == wanted.state()
                && before.isInForce() == wanted.isInForce()
                && before.needsPerson() == wanted.needsPerson();
        if (isSameState) {
            boolean isSame = before.reason().equals(wanted.reason()) && Objects.equals(before.newer(), wanted.newer());
            if (!isSame) replace(held, wanted, before.since(), before.treatment());
            return;
        }
        // What is in the quarantine is there, whatever else is said of it.
        boolean isKept = wanted.isInForce() && before.treatment() == MarkTreatment.QUARANTINED;
        replace(held, wanted, work.now(), isKept ? MarkTreatment.QUARANTINED : MarkTreatment.NONE);
        take(held, wanted, before.isInForce());
    }

    private void replace(Held held, Mark mark, Instant since, MarkTreatment treatment) {
        sql.update("DELETE FROM dataset_mark WHERE dataset_no = ?", held.number());
        sql.update(
                "INSERT INTO dataset_mark (dataset_no, state, in_force, reason, newer_id, marked_ms, treatment,"
                        + " needs_person) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                held.number(),
                mark.state().code(),
                mark.isInForce(),
                Statements.cut(mark.reason(), 2000),
                mark.newer(),
                since.toEpochMilli(),
                treatment.code(),
                mark.needsPerson());
    }

    /** The holdings follow a mark that is new, or has another state. */
    private void take(Held held, Mark mark, boolean wasInForce) {
        tell(held, mark);
        if (mark.isInForce()) {
            if (apply(held.number(), mark.state()) > 0) changed.add(held.number());
        } else if (wasInForce) {
            restoreStates(held.number());
        }
    }

    private void tell(Held held, Mark wanted) {
        String code = wanted.state() == HoldingState.RETRACTED
                ? "DATASET_RETRACTED"
                : wanted.isInForce()
                        ? "DATASET_SUPERSEDED"
                        : wanted.needsPerson() ? "NEWER_VERSION_DOUBTFUL" : "NEWER_VERSION_KNOWN";
        Events.add(work, null, code, held.instanceId() + ": " + wanted.reason(), "{}");
    }

    private void lift(DatasetMark mark) {
        sql.update("DELETE FROM dataset_mark WHERE dataset_no = ?", mark.dataset());
        Events.add(work, null, "DATASET_MARK_LIFTED", mark.instanceId() + ": no longer said: " + mark.reason(), "{}");
        if (mark.isInForce()) restoreStates(mark.dataset());
    }

    /** For holdings that were just written into a dataset that is marked. */
    private void applyInForce(long dataset) {
        DatasetMarks.find(sql, dataset).filter(DatasetMark::isInForce).ifPresent(mark -> apply(dataset, mark.state()));
    }

    /** Holdings that are DISPUTED, DAMAGED, CHANGED or MISSING stay so: that says more of the file. */
    private int apply(long dataset, HoldingState state) {
        HoldingState other = state == HoldingState.RETRACTED ? HoldingState.SUPERSEDED : HoldingState.RETRACTED;
        List<HoldingState> states = List.of(HoldingState.VERIFIED, HoldingState.UNVERIFIED, HoldingState.READ, other);
        return change(dataset, states, holding -> state);
    }

    /** The states that the evidence gives, which was kept. */
    private void restoreStates(long dataset) {
        changed.add(dataset);
        change(dataset, List.of(HoldingState.SUPERSEDED, HoldingState.RETRACTED), HoldingEvidence::stateOf);
    }

    /** Gives holdings in these states another one; how many they were. */
    private int change(long dataset, List<HoldingState> from, Function<Holding, HoldingState> to) {
        HoldingSideTables sideTables = new HoldingSideTables(sql);
        int files = 0;
        long after = 0;
        List<HoldingRows.Numbered> rows;
        do {
            List<Object> arguments = new ArrayList<>(List.of(dataset, after));
            from.forEach(state -> arguments.add(state.code()));
            rows = sql.list(
                    HoldingRows.SELECT + " WHERE h.dataset_no = ? AND h.holding_no > ? AND h.state IN ("
                            + Statements.marks(from.size()) + ") ORDER BY h.dataset_no, h.holding_no LIMIT "
                            + CHANGED_AT_ONCE,
                    (row, at) -> HoldingRows.row(row),
                    arguments.toArray());
            List<Object[]> states = new ArrayList<>();
            for (HoldingRows.Numbered row : rows) {
                HoldingState wanted = to.apply(row.holding());
                states.add(new Object[] {wanted.code(), work.now().toEpochMilli(), row.number()});
                sideTables.changed(row.number(), row.holding().state(), wanted);
                after = row.number();
            }
            sql.batch("UPDATE holding SET state = ?, since_ms = ? WHERE holding_no = ?", states);
            sideTables.write();
            files += rows.size();
        } while (rows.size() == CHANGED_AT_ONCE);
        return files;
    }
}
