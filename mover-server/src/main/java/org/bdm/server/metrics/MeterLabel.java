package org.bdm.server.metrics;

import org.bdm.core.fault.ErrorCode;

/** The labels of meters, each with the most values that it takes in one process: what comes after them is counted together as {@value #OTHER}. */
enum MeterLabel {
    SITE("site", 1, "this site; every meter has it"),
    NODE("node", 1, "this process as a node of its site, as in `bdm-client node list`"),
    VERSION("version", 1, "of the program"),
    ROLES("roles", 1, "`control`, `data` or `control,data`"),
    SOURCE("source", 51, "name of the site that sends, or `data nodes`"),
    DESTINATION("destination", 1, "name of the site that receives, which is this one"),
    OUTCOME("outcome", 3, "`done`, `skipped` (the same file was there) or `failed`"),
    ERROR_CODE("code", ErrorCode.values().length, "an error code of [errors.md](errors.md)"),
    ATTENTION_CODE("code", 101, "why it needs a person, as `bdm-client attention` shows it"),
    JOB_STATE("state", 8, "a state of [states.md](states.md) that users are shown"),
    REASON("reason", 31, "why a job is PAUSED ([states.md](states.md))"),
    STAGE("stage", 6, "`source`, `network`, `disk`, `hash` or `place`"),
    LIMIT(
            "limit",
            11,
            "the stage that limits a job, `host` for other programs, `rate` for a limit that somebody set, or `nothing`"),
    CACHE_SHARE("share", 3, "`receiving` or `sending`"),
    PEER("peer", 51, "name of another site"),
    PORT_STATE("state", 2, "`answering` or `silent` when it was dialled last"),
    DATA_NODE("data_node", 101, "host of a data node, with its port where that is unusual"),
    CONNECTION_STATE("state", 2, "`busy` or `idle`"),
    OPERATION("operation", 3, "`commit`, `read` or `transaction`"),
    EXPORT("export", 101, "name of an export of this process"),
    SUBSCRIPTION_STATE("state", 2, "`ACTIVE` or `PAUSED`"),
    SUBSCRIPTION("subscription", 201, "id of a subscription that is ACTIVE"),
    NODE_STATE("state", 4, "`UP`, `DRAINING`, `LOST` or `STOPPED`"),
    LEASE_KIND("kind", 3, "`chunk` of files to transfer, `listing` of a source, `duty` of the site"),
    HOOK("hook", 101, "name of a hook"),
    FIGURES("figures", 6, "`site`, `subscriptions`, `attention`, `hooks`, `exports` or `backups`");

    /** The value of a label for all values beyond the bound. */
    static final String OTHER = "other";

    private final String shown;
    private final int valuesMax;
    private final String meaning;

    MeterLabel(String shown, int valuesMax, String meaning) {
        this.shown = shown;
        this.valuesMax = valuesMax;
        this.meaning = meaning;
    }

    /** The name of the label. */
    String shown() {
        return shown;
    }

    /** The highest number of values in one process, {@link #OTHER} included. */
    int valuesMax() {
        return valuesMax;
    }

    /** A phrase for the documentation. */
    String meaning() {
        return meaning;
    }
}
