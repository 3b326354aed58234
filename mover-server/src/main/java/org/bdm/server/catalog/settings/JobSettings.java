package org.bdm.server.catalog.settings;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.Scitag;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.transfer.ModePolicy;
import org.bdm.core.transfer.PinnedWorkers;
import org.bdm.core.transfer.TransferOptions;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.core.transfer.TransferOptions.VerifyMode;
import org.jspecify.annotations.Nullable;

/**
 * The options of a job, checked: what its listing and its transfers obey. Kept in the catalog as JSON with these names.
 *
 * @param preserveMode whether permission bits of the source are kept
 * @param include globs over the path below the source; empty takes all
 * @param exclude globs over the path below the source; they win over {@code include}
 * @param reuse of a replica-set job: what is done with files that this site holds already
 * @param alsoAt of a replica-set job: endpoints of trees at paired sites with the layout of its destination
 * @param modeBits which permission bits are kept with {@code preserveMode}
 * @param streams number of data streams of each session; null, as earlier versions wrote: it is found while the files move
 * @param readers number of readers of each stream at the source; null: likewise
 * @param writers number of writers of each session; null: likewise
 * @param hashers number of hash threads of each session; null: likewise
 * @param relay endpoints of all destinations of the same tree, this one among them; empty without others
 * @param delete whether what the source no longer has becomes a plan of removal; null, as earlier versions wrote: no
 * @param order in which its chunks are handed out
 * @param onNoSpace what the job does when not all of its files fit at the destination
 * @param dscp class of the packets of its data streams, 1 to 63; null: none is set
 * @param scitag tells networks what its data streams are for, 65 to 65535; null: they are not told
 * @param hardLinks the treatment of further names of a file of the source
 */
@RecordBuilder
@RecordBuilder.Options(enableWither = false, enableGetters = false)
public record JobSettings(
        SyncLevel syncLevel,
        ConflictPolicy onConflict,
        VerifyMode verify,
        ChecksumAlgorithm digest,
        SymbolicLinks symlinks,
        boolean preserveMode,
        List<String> include,
        List<String> exclude,
        Reuse reuse,
        List<String> alsoAt,
        ModeBits modeBits,
        @Nullable Integer streams,
        @Nullable Integer readers,
        @Nullable Integer writers,
        @Nullable Integer hashers,
        List<String> relay,
        @Nullable Boolean delete,
        ChunkOrder order,
        OnNoSpace onNoSpace,
        @Nullable Integer dscp,
        @Nullable Integer scitag,
        HardLinkNames hardLinks) {
    private static final int GLOBS_MAX = 100;
    private static final int GLOB_LENGTH_MAX = 1000;

    /** When a file at the destination counts as the same. */
    public enum SyncLevel {
        /** The name is there. */
        EXISTS,
        /** Name and size. */
        SIZE,
        /** Size and mtime to the microsecond; else, with equal sizes, digests decide. */
        MTIME,
        /** Digests always decide. */
        CHECKSUM;

        /** True if what is at the destination counts as the same by kind, size, time or link target; false where only digests can tell. */
        public boolean isSame(FileStatus source, FileStatus there) {
            if (source.kind() != there.kind()) return false;
            if (source.kind() == FileKind.SYMBOLIC_LINK) return Arrays.equals(source.linkTarget(), there.linkTarget());
            boolean hasSize = source.version().size() == there.version().size();
            return switch (this) {
                case EXISTS -> true;
                case SIZE -> hasSize;
                case MTIME -> hasSize && source.version().hasTimeOf(there.version());
                case CHECKSUM -> false;
            };
        }
    }

    /** The treatment of symbolic links of the source. */
    public enum SymbolicLinks {
        /** Made again, if they are relative and stay in the tree. */
        KEEP,
        /** Copies what they point at. */
        FOLLOW,
        /** Left away. */
        SKIP
    }

    /** The treatment of files that have several names (hard links) at the source. */
    public enum HardLinkNames {
        /** Each name becomes a file of its own. */
        COPY,
        /** One name is transferred, and the others become hard links of it. */
        KEEP
    }

    /** The treatment of a file whose bytes the destination's export already holds. */
    public enum Reuse {
        /** They are read, checked and written anew. */
        COPY,
        /** The file becomes a second name of the one that is held, if that is unchanged since it was verified; else it is copied. */
        LINK,
        /** It is fetched like any other. */
        OFF
    }

    /** The policy of a job of which not all files fit at the destination. */
    public enum OnNoSpace {
        /** It pauses before its first byte, until there is room for all. */
        PAUSE,
        /** It transfers each file that fits with a reserve, and pauses when none does. */
        TRICKLE
    }

    /** The permission bits of the source that are kept. */
    public enum ModeBits {
        /** Reading, writing and running, but not writing by everybody. */
        PLAIN,
        /** All, set-user-id and set-group-id included. */
        ALL
    }

    /** Copies the lists and bounds them; what a job was kept without, as an earlier version of the program did not know it, has its default. */
    public JobSettings {
        if (syncLevel == null) syncLevel = SyncLevel.MTIME;
        if (onConflict == null) onConflict = ConflictPolicy.SKIP;
        if (verify == null) verify = VerifyMode.STREAM;
        if (digest == null) digest = ChecksumAlgorithm.SHA256;
        if (symlinks == null) symlinks = SymbolicLinks.KEEP;
        include = bounded("include", include);
        exclude = bounded("exclude", exclude);
        if (reuse == null) reuse = Reuse.COPY;
        if (modeBits == null) modeBits = ModeBits.PLAIN;
        if (onNoSpace == null) onNoSpace = OnNoSpace.PAUSE;
        if (hardLinks == null) hardLinks = HardLinkNames.COPY;
        alsoAt = alsoAt == null ? List.of() : List.copyOf(alsoAt);
        if (order == null) order = ChunkOrder.LISTED;
        relay = relay == null ? List.of() : List.copyOf(relay);
    }

    /** True if the destination is to have only what the source has. */
    public boolean mirrors() {
        return delete != null && delete;
    }

    private static List<String> bounded(String option, @Nullable List<String> globs) {
        if (globs == null) return List.of();
        if (globs.size() > GLOBS_MAX
                || globs.stream().anyMatch(glob -> glob.isEmpty() || glob.length() > GLOB_LENGTH_MAX)) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    option + ": at most " + GLOBS_MAX + " globs of 1 to " + GLOB_LENGTH_MAX + " characters");
        }
        return List.copyOf(globs);
    }

    /** Returns the options of a session; directories get 2755 and files 0644 unless modes are kept. */
    public TransferOptions transferOptions(long bytesPerSecondMax) {
        PinnedWorkers pinned =
                new PinnedWorkers(numberOf(streams), numberOf(readers), numberOf(writers), numberOf(hashers));
        return new TransferOptions(
                onConflict,
                verify,
                digest,
                0644,
                02755,
                modes(),
                bytesPerSecondMax,
                pinned,
                dscp == null ? Dscp.DEFAULT : new Dscp(dscp),
                scitag == null ? null : new Scitag(scitag));
    }

    private static int numberOf(@Nullable Integer pinned) {
        return pinned == null ? 0 : pinned;
    }

    private ModePolicy modes() {
        if (!preserveMode) return ModePolicy.GIVEN;
        return modeBits == ModeBits.ALL ? ModePolicy.ALL_BITS_OF_SOURCE : ModePolicy.PLAIN_BITS_OF_SOURCE;
    }

    /**
     * Reads the constant that a request names, in any case; {@code null} is the default.
     *
     * @throws MoverException INVALID_REQUEST naming the option and what it takes
     */
    public static <E extends Enum<E>> E constant(String option, @Nullable String text, E byDefault) {
        if (text == null) return byDefault;
        E[] constants = byDefault.getDeclaringClass().getEnumConstants();
        for (E constant : constants) {
            if (constant.name().equalsIgnoreCase(text)) return constant;
        }
        StringBuilder choice = new StringBuilder();
        for (E constant : constants) {
            choice.append(choice.isEmpty() ? "" : ", ").append(constant.name().toLowerCase(Locale.ROOT));
        }
        throw new MoverException(ErrorCode.INVALID_REQUEST, option + " is '" + text + "', but takes one of: " + choice);
    }
}
