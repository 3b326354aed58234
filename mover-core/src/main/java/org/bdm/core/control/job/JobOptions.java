package org.bdm.core.control.job;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Options of a job. Null always means the default.
 *
 * @param syncLevel What makes a file at the destination the same, so that it is skipped: its name, also its size, also its time (default),
 * or its content. One of {@code SyncLevel}.
 * @param onConflict What happens when a different file is at the destination: it stays and that file fails (skip, the default), the whole
 * job ends early (fail), it is replaced (overwrite), or it is replaced and kept in the quarantine (update, the default of mirrors). One of
 * {@code OnConflict}.
 * @param verify How a file is verified: while it is written (default), or by reading it back (default of a replica-set job). One of {@code
 * VerifyMode}.
 * @param digest Algorithm of the digest that is computed at the destination; sha256 by default. One of {@code Digest}.
 * @param symlinks What happens to symbolic links of the source: kept (default), followed, or skipped. One of {@code SymbolicLinks}.
 * @param preserve Permission bits to keep: mode leaves out setuid, setgid and write for others, mode-as-is keeps all; null: none. One of
 * {@code Preserve}.
 * @param include Globs over the path below the source; only what fits one is taken. Empty takes everything; at most 100. Such as {@code
 * ['*.nc']}.
 * @param exclude Globs over the path below the source that win over include; at most 100. Such as {@code ['*.tmp']}.
 * @param priority 1 (first) to 5 (last); null means 3. Within {@code 1..5}. Such as {@code 3}.
 * @param maxRateBytesPerSecond Limit of the rate in bytes per second, at least 1; null means none. Within {@code 1..}. Such as {@code
 * 250000000}.
 * @param sourcePolicy Which copies may be read; only for a REPLICA_SET job.
 * @param streams Number of data streams of each session, 1 to 16; null: the number is found while files move. Within {@code 1..16}. Such as
 * {@code 4}.
 * @param readers Number of readers of each data stream at the source, 1 to 64 and at most those that it offers; null: the number is found
 * while files move. Within {@code 1..64}. Such as {@code 4}.
 * @param writers Number of writers of each session at the destination, 1 to 128 and at most the threads of the node; null: the number is
 * found while files move. Within {@code 1..128}. Such as {@code 4}.
 * @param hashers Number of hash threads of each session at the destination, 1 to 128 and at most those of the node; null: the number is
 * found while files move. Within {@code 1..128}. Such as {@code 2}.
 * @param delete True to keep a mirror: what the source of one tree no longer has becomes a removal plan, which a person applies; null means
 * false.
 * @param order Order in which the files are moved, by chunks of up to 1,000 files or 1 GiB: as listed (default), or by mean size or age.
 * One of {@code FileOrder}.
 * @param onNoSpace What the job does when not all of its files fit at the destination: it pauses before its first byte (pause, the
 * default), or transfers each file that leaves 1 GiB and 1,000 inodes free (trickle). One of {@code OnNoSpace}.
 * @param dscp Class (DSCP) of the packets of the data streams between sites, at both ends: a name such as LE, CS1, AF11 or EF, or a number
 * from 0 to 63 as text; null or 0 sets nothing. Packets from and to data nodes do not have it. Such as {@code CS1}.
 * @param scitag SciTag by which research networks know what the data streams between sites are for: 64 times the number of the experiment,
 * and the number of the activity. Null tells nobody. Within {@code 65..65535}. Such as {@code 66}.
 * @param hardLinks What happens to files with several names (hard links) in the tree at the source: each name becomes a file of its own
 * (copy, the default), or one is transferred and the others are linked to it (keep). Data nodes tell no such names. One of {@code
 * HardLinkNames}.
 */
@RecordBuilder
@RecordBuilder.Options(enableWither = false, enableGetters = false)
public record JobOptions(
        @Nullable String syncLevel,
        @Nullable String onConflict,
        @Nullable String verify,
        @Nullable String digest,
        @Nullable String symlinks,
        @Nullable String preserve,
        List<String> include,
        List<String> exclude,
        @Nullable Integer priority,
        @Nullable Long maxRateBytesPerSecond,
        @Nullable SourcePolicy sourcePolicy,
        @Nullable Integer streams,
        @Nullable Integer readers,
        @Nullable Integer writers,
        @Nullable Integer hashers,
        @Nullable Boolean delete,
        @Nullable String order,
        @Nullable String onNoSpace,
        @Nullable String dscp,
        @Nullable Integer scitag,
        @Nullable String hardLinks) {

    /** Most data streams of a session. */
    public static final int STREAMS_MAX = 16;

    /** Most readers of a stream: as many as a source may offer. */
    public static final int READERS_MAX = 64;

    /** Most writers, and most hash threads: as many as a node may have. */
    public static final int WORKERS_MAX = 128;

    /** All defaults. */
    public static final JobOptions DEFAULTS = JobOptionsBuilder.builder().build();

    /** An absent list is an empty one. */
    public JobOptions {
        include = include == null ? List.of() : List.copyOf(include);
        exclude = exclude == null ? List.of() : List.copyOf(exclude);
    }

    /** The same, to be changed: {@code options.but().delete(true).build()}. */
    public JobOptionsBuilder but() {
        return JobOptionsBuilder.builder(this);
    }
}
