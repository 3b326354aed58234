package org.bdm.extension.demo;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.server.catalog.db.KeyHash;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.demo.DemoSettings;

/** Writes the care for what is held: surveys with findings, scrub, disputes, plans of removal, and copies that nodes lack. */
final class DemoCare {
    private static final long NODE = 2;
    private static final int PURGE_OPEN = 2;
    private static final int PURGE_APPLIED = 4;
    private static final int PURGE_DISCARDED = 6;
    private static final int RETRACTED_PLAN = 4;
    private static final long PLAN_FILES = 25;
    private static final int OUTCOME_PENDING = 0;
    private static final int OUTCOME_REMOVED = 1;
    private static final int OUTCOME_KEPT = 2;
    /** By the number of their kind, from 1. */
    private static final List<String> FINDINGS = List.of(
            "it is held by the catalog, and not on disk",
            "it is on disk, and not in the catalog",
            "SHA-256 differs from the one that was computed when it arrived",
            "a newer version takes its place",
            "esgf-west says that it was retracted",
            "it cannot be read: EIO");

    private final DemoRows rows;
    private final DemoSettings settings;
    private final DemoChance chance;
    private final Instant now;
    private final List<DemoHolding> holdings;

    DemoCare(DemoRows rows, DemoSettings settings, List<DemoHolding> holdings) {
        this.rows = rows;
        this.settings = settings;
        this.chance = new DemoChance(settings.seed(), "care");
        this.now = settings.now();
        this.holdings = holdings;
    }

    /** Writes it; disputes are of files of such a job. */
    void write(DemoJob replicaSets) {
        for (int number = 1; number <= 8; number++) writeSurvey(number);
        writeScrub();
        for (int number = 1; number <= 6; number++) writeDispute(number, replicaSets);
        writePlan(1, PURGE_APPLIED);
        writePlan(2, PURGE_DISCARDED);
        writePlan(3, PURGE_OPEN);
        writePlan(4, PURGE_OPEN);
        for (int at = 0; at < 40; at++) writeMissingCopy(at);
        rows.add("index_requests (index_name, day_no, requests)", "esgf-west", now.getEpochSecond() / 86_400, 1_214L);
        rows.numbersGoOn("survey", "survey_no");
        rows.numbersGoOn("dispute", "dispute_no");
        rows.numbersGoOn("purge_plan", "plan_no");
    }

    private void writeSurvey(int number) {
        int kind = 1 + number % 3;
        int findings = kind == 1 ? 0 : 3 * number;
        boolean isFailed = number == 4;
        Instant begun = now.minus(Duration.ofDays(25 - 3L * number));
        rows.add(
                "survey (survey_no, kind, owner, subject, with_index, state, node_no, files, bytes, findings, reason_code,"
                        + " reason_text, created_at, ended_at)",
                number,
                kind,
                number % 2 == 0 ? "ann" : "carla",
                kind == 3 ? holdings.get(number * 3).set().id() : "bdm://" + settings.site() + "/cmip/CMIP6/",
                kind == 2,
                isFailed ? 3 : 2,
                NODE,
                1_200L * number,
                (1_200L * number) * (90L << 20),
                (long) findings,
                isFailed ? "EXPORT_MISSING" : null,
                isFailed ? "the directory of export 'cmip' was gone for 4 minutes" : null,
                begun,
                begun.plus(Duration.ofHours(number)));
        writeFindings(number, findings);
    }

    private void writeFindings(int number, int findings) {
        for (int at = 0; at < findings; at++) {
            DemoHolding holding = chance.of(holdings);
            int found = 1 + at % FINDINGS.size();
            String text = FINDINGS.get(found - 1);
            rows.add(
                    "survey_finding (survey_no, finding_no, kind, export, path, dataset, text)",
                    number,
                    at + 1,
                    found,
                    holding.export(),
                    bytes(holding.path()),
                    holding.set().id(),
                    text);
        }
    }

    private static byte[] bytes(String path) {
        return path.getBytes(StandardCharsets.UTF_8);
    }

    private void writeScrub() {
        long files = holdings.size();
        rows.change(
                "UPDATE scrub SET is_on = TRUE, from_minute = 1260, to_minute = 360, zone = 'Europe/Berlin',"
                        + " week_began_ms = ?, week_files = ?, checked = ?, bytes = ?, damaged = ?, missing = ?, unreadable = 1,"
                        + " trouble = ?, trouble_ms = ?",
                now.minus(Duration.ofDays(3)).toEpochMilli(),
                files / 50,
                files / 90,
                (files / 90) * (140L << 20),
                count(HoldingState.DAMAGED),
                count(HoldingState.MISSING),
                "cordex/CORDEX-CMIP6/DD/EUR-12: EACCES",
                now.minus(Duration.ofHours(31)).toEpochMilli());
    }

    private long count(HoldingState state) {
        return holdings.stream().filter(holding -> holding.state() == state).count();
    }

    private void writeDispute(int number, DemoJob job) {
        DemoHolding holding = holdings.get(number * 17 % holdings.size());
        boolean isOpen = number > 2;
        rows.add(
                "dispute (dispute_no, file_id, job_no, export, destination, kept_as, size, modified_ms, published, found,"
                        + " locations, state, opened_at, decided_at, decided_by, remark)",
                number,
                job.number() * (long) FileNumber.FILES_MAX + number,
                job.number(),
                holding.export(),
                "bdm://" + settings.site() + "/" + holding.export() + "/" + holding.path(),
                "dispute-" + number,
                holding.part().size(),
                holding.arrived().toEpochMilli(),
                "1:" + chance.hex(),
                "1:" + chance.hex(),
                "https://esgf3.dkrz.example/thredds/fileServer/data/" + holding.path()
                        + "\nhttps://esgf.ceda.example/thredds/fileServer/esgf/" + holding.path(),
                isOpen ? 1 : 1 + number,
                now.minus(Duration.ofDays(2L * number)),
                isOpen ? null : now.minus(Duration.ofDays(1)),
                isOpen ? null : "carla",
                number == 1 ? "confirmed by the modelling centre" : number == 2 ? "published anew next week" : null);
    }

    private void writePlan(int number, int state) {
        List<DemoHolding> gone = holdings.stream()
                .filter(holding -> number == RETRACTED_PLAN
                        ? holding.state() == HoldingState.RETRACTED
                        : holding.state() == HoldingState.SUPERSEDED)
                .skip(number == RETRACTED_PLAN ? 0 : number * PLAN_FILES)
                .limit(PLAN_FILES)
                .toList();
        boolean isApplied = state == PURGE_APPLIED;
        Map<DemoDataset, Integer> ordinals = new LinkedHashMap<>();
        long bytes = 0;
        long removed = 0;
        int kept = 0;
        for (int at = 0; at < gone.size(); at++) {
            DemoHolding holding = gone.get(at);
            bytes += holding.part().size();
            Integer known = ordinals.putIfAbsent(holding.set(), ordinals.size() + 1);
            if (known == null) writeDataset(number, ordinals.size(), holding, gone);
            int ordinal = known == null ? ordinals.size() : known;
            boolean isKept = isApplied && at % 9 == 8;
            if (isKept) kept++;
            else if (isApplied) removed += holding.part().size();
            int outcome = isKept ? OUTCOME_KEPT : isApplied ? OUTCOME_REMOVED : OUTCOME_PENDING;
            writeFile(number, at + 1, ordinal, holding, outcome);
        }
        writePlan(number, state, ordinals.size(), new Extent(gone.size(), bytes, removed, kept));
    }

    private record Extent(long files, long bytes, long removedBytes, long kept) {}

    private void writePlan(int number, int state, long datasets, Extent of) {
        boolean isApplied = state == PURGE_APPLIED;
        Instant created = now.minus(Duration.ofDays(isApplied ? 12 : number == 2 ? 6 : 1));
        rows.add(
                "purge_plan (plan_no, owner, selection, without_successor, state, node_no, datasets, files, bytes, removed_files,"
                        + " removed_bytes, kept_files, created_at, expires_at, applied_by, begun_at, ended_at)",
                number,
                "carla",
                number == RETRACTED_PLAN ? "RETRACTED" : "SUPERSEDED",
                false,
                state,
                NODE,
                datasets,
                of.files(),
                of.bytes(),
                isApplied ? of.files() - of.kept() : 0L,
                of.removedBytes(),
                of.kept(),
                created,
                created.plus(Duration.ofDays(7)),
                isApplied ? "carla" : null,
                isApplied ? created.plusSeconds(4_000) : null,
                isApplied ? created.plusSeconds(4_090) : null);
    }

    private void writeDataset(int plan, int ordinal, DemoHolding first, List<DemoHolding> all) {
        DemoDataset set = first.set();
        List<DemoHolding> files =
                all.stream().filter(holding -> holding.set().equals(set)).toList();
        boolean isReplaced = first.state() == HoldingState.SUPERSEDED;
        rows.add(
                "purge_dataset (plan_no, dataset_ordinal, instance_id, mark_state, reason, newer_id, newer_files, newer_held,"
                        + " newer_weakest, elsewhere, files, bytes)",
                plan,
                ordinal,
                set.id(),
                first.state().code(),
                isReplaced ? set.newerId() + " takes its place, and is held" : "esgf-west says that it was retracted",
                isReplaced ? set.newerId() : null,
                isReplaced ? set.files().size() : 0,
                isReplaced ? set.files().size() : 0,
                isReplaced ? 50 : null,
                "esgf.ceda.example",
                (long) files.size(),
                files.stream().mapToLong(holding -> holding.part().size()).sum());
    }

    private void writeFile(int plan, int number, int dataset, DemoHolding holding, int outcome) {
        rows.add(
                "purge_file (plan_no, file_no, dataset_ordinal, export, path, size, modified_s, modified_ns, outcome, text)",
                plan,
                number,
                dataset,
                holding.export(),
                bytes(holding.path()),
                holding.part().size(),
                holding.arrived().getEpochSecond(),
                0,
                outcome,
                outcome == OUTCOME_KEPT ? "it was changed since it was verified" : "");
    }

    private void writeMissingCopy(int at) {
        DemoHolding holding = holdings.get(at * 7 % holdings.size());
        String location = "https://" + DemoNames.DATA_NODES.get(at % DemoNames.DATA_NODES.size())
                + "/thredds/fileServer/data/" + holding.path() + "?" + at;
        long last = now.minus(Duration.ofHours(3L + at)).toEpochMilli();
        rows.add(
                "missing_copy (location_hash, location, occasions, first_seen_ms, last_counted_ms, last_seen_ms)",
                KeyHash.of(location),
                location,
                1 + at % 4,
                last - Duration.ofDays(9).toMillis(),
                last,
                last);
    }
}
