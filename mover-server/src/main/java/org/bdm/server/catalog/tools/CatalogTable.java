package org.bdm.server.catalog.tools;

import java.util.List;

/**
 * A table as moving and checking see it.
 *
 * @param key columns of its primary key, in order
 * @param numbered whether the database numbers its (only) key column
 */
record CatalogTable(String name, List<String> key, boolean numbered) {
    /** Every table but move_progress, move_range and the one of the migrations. */
    static final List<CatalogTable> ALL = List.of(
            numbered("node", "node_no"),
            keyed("own_site", "catalog_id"),
            numbered("export_root", "root_no"),
            keyed("node_export", "node_no", "export"),
            keyed("commit_group", "node_no"),
            keyed("job_export", "job_no", "export"),
            keyed("shared_version", "name"),
            keyed("duty", "name"),
            keyed("job_progress", "job_no", "node_no"),
            keyed("transfer_part", "job_no", "node_no", "source"),
            keyed("job_timing", "job_no"),
            keyed("job_decision", "job_no", "decision_no"),
            keyed("link_rate", "step_seconds", "at_ms", "source", "node_no"),
            keyed("job_rate", "job_no", "node_no", "at_ms"),
            keyed("place_limit", "kind", "name"),
            keyed("hook", "name"),
            numbered("link_bench", "bench_no"),
            keyed("link_window", "source"),
            numbered("site_maintenance", "entry_no"),
            keyed("place_ban", "place"),
            keyed("link_use", "node_no", "job_no", "source", "into_export", "whole"),
            numbered("login_session", "session_no"),
            keyed("running_number", "name"),
            keyed("site", "name"),
            numbered("site_grant", "grant_no"),
            keyed("invitation", "secret_sha256"),
            keyed("invitation_grant", "secret_sha256", "ordinal"),
            numbered("token", "token_no"),
            numbered("site_user", "user_no"),
            keyed("job_request", "job_no"),
            keyed("job_report", "job_no"),
            keyed("job_listing", "job_no"),
            keyed("job_item", "item_id"),
            keyed("job_item_copy", "item_id", "ordinal"),
            keyed("job_list_part", "job_no", "first_item"),
            keyed("copy_trial", "file_id", "location_hash"),
            keyed("copy_validator", "file_id", "location_hash"),
            keyed("missing_copy", "location_hash"),
            numbered("tape_request", "request_no"),
            numbered("tape_recall", "recall_no"),
            keyed("tape_waiter", "file_id", "recall_no"),
            keyed("tape_pace", "origin"),
            keyed("data_node_history", "node"),
            keyed("data_node_rule", "node"),
            numbered("dispute", "dispute_no"),
            numbered("data_node", "data_node_no"),
            keyed("data_node_host", "data_node_no", "host"),
            numbered("outside_index", "index_no"),
            numbered("replica_set", "set_no"),
            keyed("replica_node", "set_no", "data_node_no"),
            keyed("replica_claim", "set_no", "data_node_no", "index_no"),
            keyed("replica_file", "set_no", "variant", "file_no"),
            keyed("replica_copy", "set_no", "variant", "file_no", "copy_no"),
            keyed("replica_note", "set_no", "note_no"),
            keyed("confirmed_extent", "set_no"),
            numbered("draft", "draft_no"),
            keyed("draft_entry", "draft_no", "entry_no"),
            keyed("draft_line", "draft_no", "ordinal"),
            numbered("replication_request", "request_no"),
            keyed("directory", "dir_id"),
            keyed("list_cursor", "dir_id"),
            keyed("file_entry", "file_id"),
            keyed("expected_digest", "file_id", "algorithm"),
            keyed("file_exception", "file_id"),
            keyed("file_attempt", "file_id", "attempt"),
            keyed("linked_name", "file_id"),
            numbered("object_upload", "upload_no"),
            keyed("object_part", "upload_no", "part_no"),
            keyed("store_manners", "address"),
            keyed("reused_file", "file_id"),
            keyed("file_origin", "file_id", "ordinal"),
            keyed("job_origin", "job_no", "shard", "place"),
            keyed("job_unvouched", "job_no", "shard"),
            keyed("arrival", "day_no", "job_no", "shard", "source", "instance_key"),
            keyed("file_chunk", "chunk_id"),
            keyed("job_count", "job_no", "shard"),
            keyed("job_error", "job_no", "shard", "error_code"),
            keyed("held_dataset", "dataset_no"),
            keyed("held_directory", "dir_no"),
            keyed("unreadable_holding", "holding_no"),
            keyed("unconfigured_export", "export"),
            keyed("holding", "holding_no"),
            keyed("sought_digest", "sought", "holding_no"),
            keyed("exceptional_holding", "state", "holding_no"),
            keyed("check_span", "span_no"),
            keyed("held_ranges", "holding_no"),
            numbered("holding_history", "history_no"),
            keyed("dataset_mark", "dataset_no"),
            keyed("kept_holding", "holding_no"),
            keyed("scrub", "scrub_no"),
            numbered("purge_plan", "plan_no"),
            keyed("quarantined_holding", "plan_no", "file_no"),
            keyed("purge_dataset", "plan_no", "dataset_ordinal"),
            keyed("purge_file", "plan_no", "file_no"),
            keyed("file_being_replaced", "plan_no", "file_no"),
            keyed("purge_directory", "plan_no", "ordinal"),
            keyed("purge_caution", "plan_no", "ordinal"),
            keyed("mirror", "job_no"),
            numbered("subscription", "subscription_no"),
            keyed("subscription_mark", "subscription_no", "index_name"),
            keyed("subscription_dataset", "subscription_no", "instance_key"),
            numbered("campaign", "campaign_no"),
            keyed("campaign_part", "campaign_no", "part_no"),
            keyed("campaign_link", "campaign_no"),
            keyed("campaign_point", "campaign_no", "at_ms"),
            numbered("handover", "handover_no"),
            keyed("handover_file", "handover_no", "file_no"),
            keyed("index_requests", "index_name", "day_no"),
            numbered("compared_file", "compared_no"),
            keyed("survey_finding", "survey_no", "finding_no"),
            numbered("survey", "survey_no"),
            keyed("event", "event_no"),
            keyed("audit", "audit_no"),
            keyed("audit_seal", "audit_no"),
            keyed("acknowledgement", "item"),
            keyed("job", "job_no"));

    CatalogTable {
        key = List.copyOf(key);
    }

    /** The table of this name. */
    static CatalogTable named(String name) {
        return ALL.stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static CatalogTable keyed(String name, String... key) {
        return new CatalogTable(name, List.of(key), false);
    }

    private static CatalogTable numbered(String name, String key) {
        return new CatalogTable(name, List.of(key), true);
    }

    String order() {
        return String.join(", ", key);
    }
}
