package org.bdm.extension.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.demo.DemoSettings;

/** Writes what people ask for: drafts, requests to managers, and standing queries with what they found. */
final class DemoWishes {
    private static final List<String> QUERIES = List.of(
            "CMIP6 monthly tas|{\"project\":[\"CMIP6\"],\"table_id\":[\"Amon\"],\"variable_id\":[\"tas\"]}",
            "CMIP7 everything of IPSL|{\"project\":[\"CMIP7\"],\"institution_id\":[\"IPSL\"]}",
            "CORDEX EUR-12 daily|{\"project\":[\"CORDEX-CMIP6\"],\"domain_id\":[\"EUR-12\"]}",
            "ocean heat|{\"project\":[\"CMIP6\"],\"variable_id\":[\"thetao\",\"so\"]}",
            "ScenarioMIP ssp370|{\"project\":[\"CMIP6\"],\"experiment_id\":[\"ssp370\"]}");
    /** States of what was found: NEW, WANTED, SUBMITTED, REQUESTED, TOLD, LEFT_OUT. */
    private static final int SUBMITTED = 3;

    private static final int TOLD = 5;
    private static final int LEFT_OUT = 6;

    private final DemoRows rows;
    private final DemoSettings settings;
    private final DemoChance chance;
    private final Instant now;
    private final List<DemoDataset> datasets;

    DemoWishes(DemoRows rows, DemoSettings settings, List<DemoDataset> datasets) {
        this.rows = rows;
        this.settings = settings;
        this.chance = new DemoChance(settings.seed(), "wishes");
        this.now = settings.now();
        this.datasets = datasets;
    }

    /** Writes them; the jobs are those of subscriptions. */
    void write(List<DemoJob> ofSubscriptions) {
        for (int number = 1; number <= 4; number++) writeDraft(number);
        for (int number = 1; number <= 12; number++) writeRequest(number);
        for (int at = 0; at < QUERIES.size(); at++) writeSubscription(at + 1, ofSubscriptions);
        rows.numbersGoOn("draft", "draft_no");
        rows.numbersGoOn("replication_request", "request_no");
        rows.numbersGoOn("subscription", "subscription_no");
    }

    private static String wish(DemoDataset set) {
        int version = set.id().lastIndexOf('.');
        return "{\"kind\":\"DATASET\",\"dataset\":\"" + set.id().substring(0, version) + "\",\"version\":\""
                + set.id().substring(version + 1) + "\"}";
    }

    private void writeDraft(int number) {
        int entries = 5 + 3 * number;
        long bytes = 0;
        long files = 0;
        for (int entry = 0; entry < entries; entry++) {
            DemoDataset set = datasets.get((number * 97 + entry * 11) % datasets.size());
            bytes += set.bytes();
            files += set.files().size();
            rows.add("draft_entry (draft_no, entry_no, line_no, content)", number, entry, entry + 2, wish(set));
        }
        rows.add(
                "draft_line (draft_no, ordinal, is_refused, line_no, reason)",
                number,
                0,
                true,
                entries + 2,
                "this line names neither a file nor a dataset");
        rows.add(
                "draft (draft_no, owner, label, state, created_at, format, entries, datasets, datasets_complete, files,"
                        + " files_without_size, bytes, refused_lines, warned_lines)",
                number,
                number % 2 == 0 ? "ben" : "dana",
                "selection-" + number + ".txt",
                2,
                now.minus(Duration.ofDays(3L * number)),
                "dataset-list",
                entries,
                entries,
                true,
                files,
                0,
                bytes,
                1,
                0);
    }

    private void writeRequest(int number) {
        int state = number > 7 ? 1 : 2 + number % 3;
        DemoDataset set = datasets.get(number * 53 % datasets.size());
        boolean isOpen = state == 1;
        boolean isApproved = state == 2;
        String requester = number % 3 == 0 ? "ben" : "dana";
        String decider = state == 4 ? requester : "ann";
        String remark = state == 3 ? "is at DKRZ already: see the completeness page" : "";
        rows.add(
                "replication_request (request_no, requester, reason, draft_no, wish, datasets, files, bytes, state, created_at,"
                        + " decided_at, decided_by, remark, job_no)",
                number,
                requester,
                List.of("for a paper on monsoons", "course in spring", "impact study, WP 3", "to compare with ERA5")
                        .get(number % 4),
                number == 12 ? 4 : null,
                number == 12 ? "" : wish(set),
                1,
                set.files().size(),
                set.bytes(),
                state,
                now.minus(Duration.ofHours(30L * (13 - number))),
                isOpen ? null : now.minus(Duration.ofHours(30L * (13 - number) - 5)),
                isOpen ? null : decider,
                isOpen ? null : remark,
                isApproved ? 5 + number * 10 : null);
    }

    private void writeSubscription(int number, List<DemoJob> jobs) {
        String[] query = QUERIES.get(number - 1).split("\\|");
        int found = 0;
        int left = 0;
        for (int at = number; at < datasets.size() && found < 120; at += QUERIES.size() * 2) {
            int state = found < 4 ? LEFT_OUT : found % 5 == 0 ? TOLD : SUBMITTED;
            if (state == LEFT_OUT) left++;
            writeFound(number, datasets.get(at), state, jobs);
            found++;
        }
        writeSubscription(number, query, found, left);
        rows.add(
                "subscription_mark (subscription_no, index_name, harvested_ms, full_ms, warning)",
                number,
                "esgf-west",
                now.minus(Duration.ofHours(9)).toEpochMilli(),
                now.minus(Duration.ofDays(6)).toEpochMilli(),
                "");
    }

    private void writeSubscription(int number, String[] query, int found, int left) {
        boolean isPaused = number == 4;
        rows.add(
                "subscription (subscription_no, owner, label, state, message, every_seconds, tells_new_versions, needs_approval,"
                        + " on_retracted, on_superseded, created_at, next_ms, last_batch, runs, begun_at, ended_at, found, added,"
                        + " jobs, trouble, max_bytes, max_datasets, left_over)",
                number,
                number % 2 == 0 ? "ben" : "ann",
                query[0],
                isPaused ? 2 : 1,
                message(query),
                86_400L,
                number % 2 == 0,
                number == 2,
                number == 1 ? 2 : null,
                null,
                now.minus(Duration.ofDays(90)),
                now.plus(Duration.ofHours(15)).toEpochMilli(),
                12,
                80 + number,
                now.minus(Duration.ofHours(9)),
                now.minus(Duration.ofHours(9).minusSeconds(44)),
                found,
                number,
                1,
                number == 5 ? "esgf-west did not answer in full: HTTP 503; the next run asks again" : "",
                number == 3 ? 20L << 40 : null,
                number == 3 ? 100L : null,
                left);
    }

    private String message(String[] query) {
        return "{\"label\":\"" + query[0] + "\",\"kind\":\"REPLICA_SET\",\"query\":{\"facets\":" + query[1]
                + "},\"destination\":\"bdm://" + settings.site() + "/cmip\"}";
    }

    private void writeFound(int subscription, DemoDataset set, int state, List<DemoJob> jobs) {
        rows.add(
                "subscription_dataset (subscription_no, instance_key, instance_id, state, text, batch, job_no, request_no,"
                        + " found_ms)",
                subscription,
                InstanceKey.of(set.id()),
                set.id(),
                state,
                state == LEFT_OUT
                        ? "beyond the cap of one run: left to the next"
                        : state == TOLD ? "a newer version; only told" : "",
                state == SUBMITTED ? 12L : null,
                state == SUBMITTED && !jobs.isEmpty() ? (long) chance.of(jobs).number() : null,
                null,
                now.minus(Duration.ofHours(9L * (1 + set.number() % 60))).toEpochMilli());
    }
}
