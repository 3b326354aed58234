package org.bdm.server.attention;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The kinds of things that need a person, in the order in which they are listed. */
public enum AttentionKind {
    /** A job is paused until a person changes something; the target is the job. */
    PAUSED,
    /** A job ended with failures, and no other job retries it; the target is the job. */
    FAILED,
    /** A newer version of a dataset may not be whole; the target is the dataset version that is held. */
    NEWER_VERSION,
    /** Held files are damaged, missing or cannot be read; the target says which. */
    HOLDINGS,
    /** The last backup of the catalog failed; there is one catalog, and so no target. */
    BACKUP,
    /** A site or a data node is banned; the target is its name. */
    BAN,
    /** A plan of removal that a mirror job made waits for review; the target is the plan. */
    MIRROR_PLAN,
    /** A hook takes nothing; the target is its name. */
    HOOK,
    /** An index does not answer in full, or lists nothing any more; the target is its name. */
    INDEX,
    /** A subscription brings nothing, or not all; the target is its number. */
    SUBSCRIPTION,
    /** A file that contradicts its published checksum waits for a decision; the target is the number of the dispute. */
    DISPUTE,
    /** A request waits for a decision; the target is its number. */
    REQUEST,
    /** A plan of removal waits for review; the target is the plan. */
    PURGE_PLAN,
    /** A node of this site ended without saying so; the target is its number. */
    NODE,
    /** An export is offered read-only though it was given as writable; the target is its name. */
    EXPORT,
    /** Files that another mover is to bring wait for a person, or are named as missing or wrong; the target is the handover. */
    HANDOVER,
    /** Files wait for the tapes of a data node longer than somebody had patience for; the target is the data node. */
    TAPE;

    /** The first part of ids. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The id of an item: the kind, and the target if there is one. */
    String id(String target) {
        return target.isEmpty() ? word() : word() + "-" + target;
    }

    /** The kind of an id; empty for what is not one. */
    static Optional<AttentionKind> ofId(String id) {
        return Arrays.stream(values())
                .filter(kind -> id.equals(kind.word()) || id.startsWith(kind.word() + "-"))
                .findFirst();
    }

    /** The target in an id of this kind. */
    String target(String id) {
        return id.equals(word()) ? "" : id.substring(word().length() + 1);
    }
}
