package org.bdm.server.job.submit;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.control.job.JobOptions;
import org.bdm.core.control.job.JobOptionsBuilder;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.Scitag;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.core.transfer.TransferOptions.VerifyMode;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.ChunkOrder;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.settings.JobSettings.HardLinkNames;
import org.bdm.server.catalog.settings.JobSettings.ModeBits;
import org.bdm.server.catalog.settings.JobSettings.OnNoSpace;
import org.bdm.server.catalog.settings.JobSettings.Reuse;
import org.bdm.server.catalog.settings.JobSettings.SymbolicLinks;
import org.bdm.server.catalog.settings.JobSettings.SyncLevel;
import org.bdm.server.catalog.settings.JobSettingsBuilder;
import org.bdm.server.job.schedule.GlobFilter;
import org.bdm.server.message.PlainText;
import org.jspecify.annotations.Nullable;

/** The one place where options of a message become settings of a job, and back. Pure. */
public final class OptionRules {
    private static final String MODE = "mode";
    private static final String MODE_AS_IS = "mode-as-is";

    private OptionRules() {}

    /**
     * Checks the options of a job.
     *
     * @param only the only item of a TREE or FILE job; null for a batch
     * @throws MoverException INVALID_REQUEST naming the option and what it takes
     */
    static JobSettings settings(JobOptions options, JobKind kind, @Nullable SubmittedItem only) {
        List<String> relay = RelayRules.checked(options, kind);
        // What will be published is read once more from the device.
        VerifyMode verify = kind == JobKind.REPLICA_SET ? VerifyMode.READBACK : VerifyMode.STREAM;
        SymbolicLinks symlinks = JobSettings.constant("symlinks", options.symlinks(), SymbolicLinks.KEEP);
        options.include().forEach(glob -> PlainText.checked("include", glob, 1000));
        options.exclude().forEach(glob -> PlainText.checked("exclude", glob, 1000));
        new GlobFilter(options.include(), options.exclude());
        Boolean delete = MirrorRules.checked(options, kind, only, symlinks);
        return JobSettingsBuilder.builder()
                .syncLevel(JobSettings.constant("syncLevel", options.syncLevel(), SyncLevel.MTIME))
                .onConflict(JobSettings.constant(
                        "onConflict",
                        options.onConflict(),
                        delete == null ? ConflictPolicy.SKIP : ConflictPolicy.UPDATE))
                .verify(JobSettings.constant("verify", options.verify(), verify))
                .digest(digest(options.digest()))
                .symlinks(symlinks)
                .preserveMode(isModeKept(options.preserve()))
                .modeBits(modeBits(options.preserve()))
                .include(options.include())
                .exclude(options.exclude())
                .reuse(reuse(options, kind))
                .alsoAt(alsoAt(options))
                .relay(relay)
                .streams(within("streams", options.streams(), JobOptions.STREAMS_MAX))
                .readers(within("readers", options.readers(), JobOptions.READERS_MAX))
                .writers(within("writers", options.writers(), JobOptions.WORKERS_MAX))
                .hashers(within("hashers", options.hashers(), JobOptions.WORKERS_MAX))
                .delete(delete)
                .order(JobSettings.constant("order", options.order(), ChunkOrder.LISTED))
                .onNoSpace(JobSettings.constant("onNoSpace", options.onNoSpace(), OnNoSpace.PAUSE))
                .dscp(dscp(options.dscp()))
                .scitag(scitag(options.scitag()))
                .hardLinks(JobSettings.constant("hardLinks", options.hardLinks(), HardLinkNames.COPY))
                .build();
    }

    /** Returns the options of a job that is kept, as a message has them; each with the value that holds. */
    public static JobOptions shown(JobRequest request) {
        JobSettings kept = request.settings();
        String bits = kept.modeBits() == ModeBits.ALL ? MODE_AS_IS : MODE;
        return JobOptionsBuilder.builder()
                .syncLevel(name(kept.syncLevel()))
                .onConflict(name(kept.onConflict()))
                .verify(name(kept.verify()))
                .digest(name(kept.digest()))
                .symlinks(name(kept.symlinks()))
                .preserve(kept.preserveMode() ? bits : null)
                .include(kept.include())
                .exclude(kept.exclude())
                .priority(Priority.ofStored(request.priority()))
                .maxRateBytesPerSecond(request.maxRateBytesPerSecond() == 0 ? null : request.maxRateBytesPerSecond())
                .streams(kept.streams())
                .readers(kept.readers())
                .writers(kept.writers())
                .hashers(kept.hashers())
                .delete(kept.mirrors() ? true : null)
                .order(name(kept.order()))
                .onNoSpace(name(kept.onNoSpace()))
                .dscp(kept.dscp() == null ? null : new Dscp(kept.dscp()).toString())
                .scitag(kept.scitag())
                .hardLinks(name(kept.hardLinks()))
                .build();
    }

    private static String name(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    /** Nothing said is found while the files move. */
    private static @Nullable Integer within(String option, @Nullable Integer number, int most) {
        if (number != null && (number < 1 || number > most)) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, option + " is " + number + ", but is 1 to " + most);
        }
        return number;
    }

    private static @Nullable Integer dscp(@Nullable String text) {
        if (text == null) return null;
        try {
            Dscp named = Dscp.parse(text);
            return named.isDefault() ? null : named.codePoint();
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "dscp: " + e.getMessage(), e);
        }
    }

    private static @Nullable Integer scitag(@Nullable Integer flow) {
        if (flow == null) return null;
        try {
            return new Scitag(flow).flow();
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "scitag: " + e.getMessage(), e);
        }
    }

    private static List<String> alsoAt(JobOptions options) {
        if (options.sourcePolicy() == null) return List.of();
        return SiteTrees.parsed(options.sourcePolicy().alsoAt()).stream()
                .map(Endpoint::toString)
                .toList();
    }

    private static Reuse reuse(JobOptions options, JobKind kind) {
        if (kind != JobKind.REPLICA_SET) return Reuse.OFF;
        String wished =
                options.sourcePolicy() == null ? null : options.sourcePolicy().reuse();
        return JobSettings.constant("sourcePolicy.reuse", wished, Reuse.COPY);
    }

    private static ChecksumAlgorithm digest(@Nullable String name) {
        if (name == null) return ChecksumAlgorithm.SHA256;
        Optional<ChecksumAlgorithm> known = ChecksumAlgorithm.ofName(name);
        return known.orElseThrow(
                () -> new MoverException(ErrorCode.INVALID_REQUEST, "digest is none of sha256, md5, crc32c"));
    }

    private static boolean isModeKept(@Nullable String preserve) {
        if (preserve == null) return false;
        if (preserve.equals(MODE) || preserve.equals(MODE_AS_IS)) return true;
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "preserve is '" + preserve + "', but takes one of: " + MODE + ", " + MODE_AS_IS);
    }

    private static ModeBits modeBits(@Nullable String preserve) {
        return MODE_AS_IS.equals(preserve) ? ModeBits.ALL : ModeBits.PLAIN;
    }
}
