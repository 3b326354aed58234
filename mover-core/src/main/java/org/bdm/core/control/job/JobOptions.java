package org.bdm.core.control.job;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Options of a job. Null always means the default.
 *
 * @param syncLevel {@code exists}, {@code size}, {@code mtime} (default) or {@code checksum}
 * @param onConflict {@code skip} (default), {@code fail}, {@code overwrite}, or {@code update} (default of mirrors)
 * @param verify {@code stream} (default) or {@code readback}
 * @param digest {@code sha256} (default), {@code md5} or {@code crc32c}
 * @param symlinks {@code keep} (default), {@code follow} or {@code skip}
 * @param preserve {@code mode} keeps permission bits of the source but setuid, setgid and write for others; {@code mode-as-is} keeps all
 * @param include globs over the path below the source; empty takes everything
 * @param exclude globs that win over {@code include}
 * @param priority 1 (first) to 5 (last); 3 when null
 * @param maxRateBytesPerSecond at least 1; null means no limit
 * @param sourcePolicy which replicas may be read; for replica sets
 * @param streams data streams of each session, 1 to 16; null: the number is found while the files move
 * @param readers readers of each stream at the source, 1 to 64, at most those that it offers; null: found while the files move
 * @param writers writers of each session at the destination, 1 to 128, at most the threads of the node; null: found while the files move
 * @param hashers hash threads of each session at the destination, likewise
 * @param delete true makes the destination a mirror: what the source no longer has becomes a plan of removal; null means false
 * @param order {@code listed} (default), {@code smallest}, {@code largest}, {@code mixed} or {@code oldest}
 * @param onNoSpace when not all files fit at the destination: {@code pause} (default), or {@code trickle}, one file after the other
 * @param dscp class of the packets of the data streams, a name such as {@code CS1} or a number from 0 to 63; null sets nothing
 * @param scitag tells networks what the data streams are for: 64 times the experiment, and the activity; 65 to 65535, null tells nobody
 * @param hardLinks of files with several names at the source: {@code copy} (default) makes each name a file, {@code keep} links them
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
