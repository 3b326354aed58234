package org.bdm.client.cli.verb;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bdm.client.output.ByteSize;
import org.bdm.core.control.job.JobOptions;
import org.bdm.core.control.job.JobOptionsBuilder;
import org.bdm.core.control.job.SourcePolicy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a job, as options of a verb. The server decides those that are not given. */
public final class JobOptionArguments {
    public enum SyncLevel {
        EXISTS,
        SIZE,
        MTIME,
        CHECKSUM
    }

    enum OnConflict {
        SKIP,
        FAIL,
        OVERWRITE,
        UPDATE
    }

    enum Verify {
        STREAM,
        READBACK
    }

    enum Digest {
        SHA256,
        MD5,
        CRC32C
    }

    enum Symlinks {
        KEEP,
        FOLLOW,
        SKIP
    }

    enum HardLinks {
        COPY,
        KEEP
    }

    enum Order {
        LISTED,
        SMALLEST,
        LARGEST,
        MIXED,
        OLDEST
    }

    enum OnNoSpace {
        PAUSE,
        TRICKLE
    }

    enum Preserve {
        MODE,
        MODE_AS_IS {
            @Override
            public String toString() {
                return "mode-as-is";
            }
        }
    }

    @Option(names = "--priority", paramLabel = "1-5", description = "1 first, 5 last; default 3.")
    @Nullable Integer priority;

    @Option(
            names = "--sync-level",
            paramLabel = "LEVEL",
            description = "How to decide that a file is the same: exists, size, mtime (default), checksum.")
    @Nullable SyncLevel syncLevel;

    @Option(
            names = "--on-conflict",
            paramLabel = "POLICY",
            description =
                    "If a different file exists: skip (default), fail, overwrite, or update: replace it and keep the old one"
                            + " in the quarantine (default with --delete).")
    @Nullable OnConflict onConflict;

    @Option(
            names = "--verify",
            paramLabel = "LEVEL",
            description = "stream (default), or readback: read again from the device after the sync.")
    @Nullable Verify verify;

    @Option(names = "--digest", paramLabel = "ALG", description = "sha256 (default), md5, crc32c.")
    @Nullable Digest digest;

    @Option(names = "--symlinks", paramLabel = "POLICY", description = "keep (default), follow, skip.")
    @Nullable Symlinks symlinks;

    @Option(
            names = "--hard-links",
            paramLabel = "POLICY",
            description =
                    "Files with several names in the tree: copy each (default), or keep: transfer one name, link the others.")
    @Nullable HardLinks hardLinks;

    @Option(
            names = "--preserve",
            paramLabel = "mode|mode-as-is",
            description =
                    "Keep permission bits of the source: mode without setuid, setgid and write for others; mode-as-is all.")
    @Nullable Preserve preserve;

    @Option(names = "--include", paramLabel = "GLOB", description = "Only these paths; may be repeated.")
    public List<String> include = new ArrayList<>();

    @Option(names = "--exclude", paramLabel = "GLOB", description = "Not these paths; may be repeated.")
    List<String> exclude = new ArrayList<>();

    @Option(names = "--max-rate", paramLabel = "RATE", description = "Limit, e.g. 100M, 1.5GiB/s, 10Gbit/s.")
    @Nullable String maxRate;

    @Option(names = "--streams", paramLabel = "1-16", description = "Data streams; default: as many as needed.")
    @Nullable Integer streams;

    @Option(
            names = "--readers",
            paramLabel = "1-64",
            description = "Readers of each stream at the source; default: as many as needed. At most those it offers.")
    @Nullable Integer readers;

    @Option(
            names = "--writers",
            paramLabel = "1-128",
            description = "Writers at the destination; default: as many as needed. At most those of the node.")
    @Nullable Integer writers;

    @Option(
            names = "--hashers",
            paramLabel = "1-128",
            description = "Hash threads at the destination; default: as many as needed. At most those of the node.")
    @Nullable Integer hashers;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            description = "Order, by chunks of files: listed (default), smallest, largest, mixed, oldest.")
    @Nullable Order order;

    @Option(
            names = "--on-no-space",
            paramLabel = "POLICY",
            description = "If not all files fit: pause (default) before the first byte, or trickle: file by file.")
    @Nullable OnNoSpace onNoSpace;

    @Option(
            names = "--dscp",
            paramLabel = "CLASS",
            description =
                    "Class (DSCP) of the packets between sites: a name such as LE, CS1, AF11, or 0-63. Default: not set.")
    @Nullable String dscp;

    @Option(
            names = "--scitag",
            paramLabel = "N",
            description =
                    "Tells networks what the streams between sites are for (SciTags), 65-65535. Default: nothing.")
    @Nullable Integer scitag;

    /** Throws {@link IllegalArgumentException} with a sentence that can be shown. */
    public JobOptions toMessage() {
        return toMessage(null);
    }

    /** With the data nodes that a job reads from; null leaves that to the server. */
    public JobOptions toMessage(@Nullable SourcePolicy sources) {
        if (priority != null && (priority < 1 || priority > 5))
            throw new IllegalArgumentException("priority must be 1 to 5, not " + priority);
        Long rate = maxRate == null ? null : ByteSize.parse(maxRate);
        if (rate != null && rate < 1)
            throw new IllegalArgumentException("--max-rate must be at least 1 byte per second");
        checkWorkers("--streams", streams, JobOptions.STREAMS_MAX);
        checkWorkers("--readers", readers, JobOptions.READERS_MAX);
        checkWorkers("--writers", writers, JobOptions.WORKERS_MAX);
        checkWorkers("--hashers", hashers, JobOptions.WORKERS_MAX);
        if (scitag != null && (scitag < 65 || scitag > 65_535))
            throw new IllegalArgumentException("--scitag must be 65 to 65535, not " + scitag);
        return JobOptionsBuilder.builder()
                .syncLevel(name(syncLevel))
                .onConflict(name(onConflict))
                .verify(name(verify))
                .digest(name(digest))
                .symlinks(name(symlinks))
                .preserve(name(preserve))
                .include(include)
                .exclude(exclude)
                .priority(priority)
                .maxRateBytesPerSecond(rate)
                .sourcePolicy(sources)
                .streams(streams)
                .readers(readers)
                .writers(writers)
                .hashers(hashers)
                .order(name(order))
                .onNoSpace(name(onNoSpace))
                .dscp(dscp)
                .scitag(scitag)
                .hardLinks(name(hardLinks))
                .build();
    }

    private static void checkWorkers(String option, @Nullable Integer number, int most) {
        if (number != null && (number < 1 || number > most))
            throw new IllegalArgumentException(option + " must be 1 to " + most + ", not " + number);
    }

    private static @Nullable String name(@Nullable Enum<?> choice) {
        return choice == null ? null : choice.toString().toLowerCase(Locale.ROOT);
    }
}
