package org.bdm.server.metrics;

import static org.bdm.server.metrics.MeterKind.COUNTER;
import static org.bdm.server.metrics.MeterKind.GAUGE;
import static org.bdm.server.metrics.MeterKind.HISTOGRAM;
import static org.bdm.server.metrics.MeterKind.LEVEL;
import static org.bdm.server.metrics.MeterLabel.ATTENTION_CODE;
import static org.bdm.server.metrics.MeterLabel.CACHE_SHARE;
import static org.bdm.server.metrics.MeterLabel.CONNECTION_STATE;
import static org.bdm.server.metrics.MeterLabel.DATA_NODE;
import static org.bdm.server.metrics.MeterLabel.DESTINATION;
import static org.bdm.server.metrics.MeterLabel.ERROR_CODE;
import static org.bdm.server.metrics.MeterLabel.EXPORT;
import static org.bdm.server.metrics.MeterLabel.JOB_STATE;
import static org.bdm.server.metrics.MeterLabel.LEASE_KIND;
import static org.bdm.server.metrics.MeterLabel.LIMIT;
import static org.bdm.server.metrics.MeterLabel.NODE_STATE;
import static org.bdm.server.metrics.MeterLabel.OPERATION;
import static org.bdm.server.metrics.MeterLabel.OUTCOME;
import static org.bdm.server.metrics.MeterLabel.PEER;
import static org.bdm.server.metrics.MeterLabel.PORT_STATE;
import static org.bdm.server.metrics.MeterLabel.REASON;
import static org.bdm.server.metrics.MeterLabel.SOURCE;
import static org.bdm.server.metrics.MeterLabel.STAGE;
import static org.bdm.server.metrics.MeterLabel.SUBSCRIPTION;
import static org.bdm.server.metrics.MeterLabel.SUBSCRIPTION_STATE;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Every meter of the program, here and nowhere else; docs/metrics.md is made from it. Names say the base unit last and whose figure it is: those
 * that begin with {@value #OF_SITE} are of the whole site, read from the catalog, and the same at each control process. All others are of one
 * process.
 */
enum DeclaredMeter {
    NODE_INFO(
            LEVEL,
            "bdm_node_info",
            "Always 1: this process as a node of its site.",
            MeterLabel.NODE,
            MeterLabel.VERSION,
            MeterLabel.ROLES),

    FILES(COUNTER, "bdm_files_total", "Files that ended, by their outcome.", SOURCE, DESTINATION, OUTCOME),
    FILE_BYTES(COUNTER, "bdm_file_bytes_total", "Sizes of the files that ended.", SOURCE, DESTINATION, OUTCOME),
    FILES_FAILED(COUNTER, "bdm_files_failed_total", "Files that failed, by error code.", ERROR_CODE),
    FILES_PUT_OFF(COUNTER, "bdm_files_put_off_total", "Tries that failed and are repeated later.", ERROR_CODE),
    RECEIVED_BYTES(
            COUNTER,
            "bdm_received_bytes_total",
            "Payload of files that came over the network and was accepted.",
            SOURCE,
            DESTINATION),
    RESENT_BYTES(
            COUNTER,
            "bdm_resent_bytes_total",
            "Part of the received payload that had been sent before, or was refused.",
            SOURCE,
            DESTINATION),
    RUNNING_JOBS(GAUGE, "bdm_running_jobs", "Jobs whose files this process transfers now."),
    ACTIVE_FILES(GAUGE, "bdm_active_files", "Files whose bytes arrive."),
    VERIFYING_FILES(GAUGE, "bdm_verifying_files", "Files that are being verified or placed."),
    RECEIVING_STREAMS(GAUGE, "bdm_receiving_streams", "Data streams open to the sources of running jobs."),
    RECEIVE_RATE(GAUGE, "bdm_receive_bytes_per_second", "Payload of running jobs over the last seconds."),
    FILE_RATE(GAUGE, "bdm_files_per_second", "Files of running jobs that ended over the last seconds."),
    STAGE_WORKERS(GAUGE, "bdm_stage_workers", "How much works at once: files, streams, threads.", STAGE),
    STAGE_RATE(GAUGE, "bdm_stage_bytes_per_second", "Bytes that left the stage over the last seconds.", STAGE),
    STAGE_WAITING(GAUGE, "bdm_stage_waiting", "Requests, blocks or files that wait for the stage.", STAGE),
    STAGE_FULLNESS(
            LEVEL,
            "bdm_stage_fullness_ratio",
            "How full the queue of the stage is, in the job where it is fullest; 1 holds up the stages before it.",
            STAGE),
    LIMITED_JOBS(GAUGE, "bdm_limited_jobs", "Running jobs by what limits them now.", LIMIT),

    CACHE_BYTES(GAUGE, "bdm_cache_bytes", "Size of the block cache."),
    CACHE_FREE_BYTES(GAUGE, "bdm_cache_free_bytes", "Blocks of the cache that nobody holds."),
    CACHE_LENT_BYTES(GAUGE, "bdm_cache_lent_bytes", "Blocks of the cache that are in use.", CACHE_SHARE),
    CACHE_LIMIT_BYTES(GAUGE, "bdm_cache_limit_bytes", "Most that the share may hold at once.", CACHE_SHARE),

    DATA_PORT_CONNECTIONS(GAUGE, "bdm_data_port_connections", "Connections open at the data port."),
    REFUSED_CONNECTIONS(COUNTER, "bdm_refused_connections_total", "Connections refused at the data port.", ERROR_CODE),
    SERVING_STREAMS(GAUGE, "bdm_serving_streams", "Streams open on which another site reads.", PEER),
    SENT_BYTES(COUNTER, "bdm_sent_bytes_total", "Payload of files sent to another site.", PEER),
    KEPT_STREAMS(GAUGE, "bdm_kept_streams", "Idle streams that are kept for the next job."),
    PEER_REACHABLE(LEVEL, "bdm_peer_reachable", "1 if the last contact with the site succeeded, else 0.", PEER),
    PEER_LAST_CONTACT(
            LEVEL,
            "bdm_peer_last_contact_timestamp_seconds",
            "When this process last had a successful contact with the site.",
            PEER),
    PEER_PORTS(LEVEL, "bdm_peer_ports", "Data ports of the site that this process has dialled.", PEER, PORT_STATE),

    DATA_NODE_CONNECTIONS(
            GAUGE, "bdm_data_node_connections", "Connections open to the data node.", DATA_NODE, CONNECTION_STATE),
    DATA_NODE_LIMIT(
            GAUGE, "bdm_data_node_connections_limit", "Most connections that the data node bears now.", DATA_NODE),
    DATA_NODE_BYTES(COUNTER, "bdm_data_node_received_bytes_total", "Payload from the data node.", DATA_NODE),
    DATA_NODE_RATE(
            LEVEL,
            "bdm_data_node_connection_bytes_per_second",
            "What one connection to the data node brought lately.",
            DATA_NODE),
    DATA_NODE_FAILURES(LEVEL, "bdm_data_node_failures", "Failures of the data node since its last success.", DATA_NODE),
    DATA_NODE_PAUSED(
            LEVEL,
            "bdm_data_node_paused",
            "1 if the data node is left alone after failures or at its request, else 0.",
            DATA_NODE),

    CATALOG_UP(LEVEL, "bdm_catalog_up", "1 if the last operation of this process reached the catalog, else 0."),
    CATALOG_QUEUED_ROWS(GAUGE, "bdm_catalog_queued_rows", "Rows that wait to be written, or are being written."),
    CATALOG_QUEUED_ROWS_LIMIT(
            GAUGE,
            "bdm_catalog_queued_rows_limit",
            "Beyond so many queued rows workers wait, and requests of users are refused."),
    CATALOG_CHANGES(COUNTER, "bdm_catalog_changes_total", "Changes written by this process; a commit has many."),
    CATALOG_DURATION(
            HISTOGRAM,
            "bdm_catalog_operation_duration_seconds",
            "Durations of operations that succeeded; a commit ends when it is on stable storage.",
            OPERATION),
    CATALOG_CONNECTIONS(GAUGE, "bdm_catalog_connections", "Connections of the pool of readers.", CONNECTION_STATE),
    CATALOG_CONNECTIONS_LIMIT(GAUGE, "bdm_catalog_connections_limit", "Most connections of the pool of readers."),
    CATALOG_WAITING_THREADS(GAUGE, "bdm_catalog_waiting_threads", "Threads that wait for a connection."),

    EXPORT_AVAILABLE(LEVEL, "bdm_export_available", "1 if the directory of the export can be read, else 0.", EXPORT),
    EXPORT_FREE_BYTES(
            LEVEL,
            "bdm_export_free_bytes",
            "Free space of the file system of an export to which files are written.",
            EXPORT),
    EXPORT_FREE_INODES(LEVEL, "bdm_export_free_inodes", "Files that the file system can still take.", EXPORT),
    EXPORT_INODES(LEVEL, "bdm_export_inodes", "Files that the file system can hold; 0: no such limit.", EXPORT),

    EVENT_MESSAGES(COUNTER, "bdm_event_stream_messages_total", "Messages of the event stream that were read."),
    EVENT_UNREADABLE(COUNTER, "bdm_event_stream_unreadable_total", "Events of the stream that could not be read."),
    EVENT_FAILURES(
            COUNTER,
            "bdm_event_stream_failures_total",
            "Times that the event stream could not be read, or a message was not taken."),
    EVENT_LAST_MESSAGE(
            LEVEL,
            "bdm_event_stream_last_message_timestamp_seconds",
            "When the last message that was read had been written to the stream."),

    BACKUP_SCHEDULED(LEVEL, "bdm_backup_scheduled", "1 if backups of the catalog are made by schedule, else 0."),
    BACKUP_LAST_SUCCESS(
            LEVEL,
            "bdm_backup_last_success_timestamp_seconds",
            "When the newest good backup of the catalog began; 0: there is none."),
    BACKUP_FAILED(LEVEL, "bdm_backup_failed", "1 if the last backup of the catalog failed, else 0."),

    FIGURES_AGE(
            LEVEL,
            "bdm_figures_age_seconds",
            "How long ago figures that are not read at each scrape were read last.",
            MeterLabel.FIGURES),
    FIGURES_FAILURES(
            COUNTER, "bdm_figures_failures_total", "Times that such figures could not be read.", MeterLabel.FIGURES),
    SCRAPE_ERRORS(COUNTER, "bdm_scrape_errors_total", "Groups of meters that a scrape lacked for an internal error."),

    SITE_JOBS(GAUGE, "bdm_site_jobs", "Jobs of the site; QUEUED is the length of the queue.", JOB_STATE),
    SITE_PAUSED_JOBS(GAUGE, "bdm_site_paused_jobs", "Jobs of the site that are PAUSED.", REASON),
    SITE_OLDEST_WAITING(
            LEVEL,
            "bdm_site_oldest_waiting_job_age_seconds",
            "How long ago the oldest QUEUED job was submitted; 0 if none is QUEUED."),
    SITE_OPEN_FILES(GAUGE, "bdm_site_open_files", "Listed files of jobs that have not ended, still to transfer."),
    SITE_OPEN_BYTES(GAUGE, "bdm_site_open_bytes", "Sizes of these files."),
    SITE_WAITING_FILES(GAUGE, "bdm_site_waiting_files", "Those of them that are tried again after an error."),
    SITE_ATTENTION(
            GAUGE, "bdm_site_attention_items", "Items of `bdm-client attention`: what needs a person.", ATTENTION_CODE),
    SITE_SUBSCRIPTIONS(GAUGE, "bdm_site_subscriptions", "Subscriptions of the site.", SUBSCRIPTION_STATE),
    SITE_SUBSCRIPTION_SUCCESS(
            LEVEL,
            "bdm_site_subscription_last_success_timestamp_seconds",
            "When the last run without trouble ended, as far as this process knows.",
            SUBSCRIPTION),
    SITE_SUBSCRIPTION_FAILING(
            LEVEL, "bdm_site_subscription_failing", "1 if the last run had trouble, else 0.", SUBSCRIPTION),
    HOOK_FAILING(
            LEVEL,
            "bdm_hook_failing",
            "1 if the last try to deliver to the hook failed, else 0; read from the catalog, the same at each control process.",
            MeterLabel.HOOK),
    SITE_NODES(GAUGE, "bdm_site_nodes", "Processes of the site.", NODE_STATE),
    SITE_LEASES(GAUGE, "bdm_site_leases", "Leases that the nodes of the site hold.", LEASE_KIND),
    SITE_CATALOG_BYTES(GAUGE, "bdm_site_catalog_size_bytes", "Size of the catalog, with indexes.");

    /** The beginning of the names of figures of the whole site. */
    static final String OF_SITE = "bdm_site_";

    private static final List<String> UNITS = List.of("bytes_per_second", "seconds", "bytes", "ratio");
    private static final String TOTAL = "_total";

    private final MeterKind kind;
    private final String shown;
    private final String help;
    private final List<MeterLabel> labels;

    DeclaredMeter(MeterKind kind, String shown, String help, MeterLabel... labels) {
        this.kind = kind;
        this.shown = shown;
        this.help = help;
        this.labels =
                Stream.concat(Stream.of(MeterLabel.SITE), Stream.of(labels)).toList();
    }

    MeterKind kind() {
        return kind;
    }

    /** The name as it is in queries; a histogram has {@code _bucket}, {@code _count} and {@code _sum} behind it there. */
    String shown() {
        return shown;
    }

    /** The name without the suffix that counters have. */
    String family() {
        return kind == COUNTER ? shown.substring(0, shown.length() - TOTAL.length()) : shown;
    }

    /** The unit, which its name ends with; empty for numbers of things. */
    Optional<String> unit() {
        return UNITS.stream().filter(unit -> family().endsWith("_" + unit)).findFirst();
    }

    /** One sentence. */
    String help() {
        return help;
    }

    /** The label {@code site} first. */
    List<MeterLabel> labels() {
        return labels;
    }

    /** True if it is a figure of the whole site. */
    boolean isOfSite() {
        return shown.startsWith(OF_SITE);
    }
}
