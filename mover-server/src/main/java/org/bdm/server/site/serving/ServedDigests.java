package org.bdm.server.site.serving;

import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingEvidence;
import org.bdm.server.catalog.holding.HoldingState;
import org.jspecify.annotations.Nullable;

/**
 * Tells who asks for it the digest of a file that was computed here (RFC 9530, RFC 3230): of a holding whose bytes were read, and which
 * is on disk as it was then. Nothing is computed for a request. Any thread that may block.
 */
public final class ServedDigests {
    private static final List<ChecksumAlgorithm> OFFERED = List.of(ChecksumAlgorithm.SHA256, ChecksumAlgorithm.MD5);
    private static final Pattern WANTED =
            Pattern.compile("\\s*+([A-Za-z0-9-]{1,40})\\s*+(?:;\\s*+q\\s*+)?(?:=\\s*+([0-9.]{1,10}))?\\s*+");
    private static final int WISHES_MAX = 20;

    private final Catalog catalog;

    /** Of the holdings in this catalog. */
    public ServedDigests(Catalog catalog) {
        this.catalog = catalog;
    }

    /**
     * Headers of one answer; each null if it is not asked for, or nothing can be said.
     *
     * @param evidence what the digests rest on and how old that is; a field of ours
     */
    record Headers(
            @Nullable String reprDigest,
            @Nullable String digest,
            @Nullable String evidence) {
        static final Headers NONE = new Headers(null, null, null);
    }

    /**
     * Looks for what these headers ask for.
     *
     * @param wantRepr {@code Want-Repr-Digest} of RFC 9530
     * @param want {@code Want-Digest} of RFC 3230
     */
    Headers of(ServedAddress address, FileVersion version, @Nullable String wantRepr, @Nullable String want) {
        if (wantRepr == null && want == null) return Headers.NONE;
        Holding holding = catalog.holdings()
                .find(address.export(), List.of(address.path()))
                .get(address.path());
        if (holding == null || !isAsItWasRead(holding, version)) return Headers.NONE;
        Optional<Checksum> repr = best(wantRepr, holding);
        Optional<Checksum> old = best(want, holding);
        String evidence = Stream.of(repr, old)
                .flatMap(Optional::stream)
                .distinct()
                .map(digest -> evidence(holding, digest))
                .collect(Collectors.joining(", "));
        return new Headers(
                repr.map(digest -> name(digest) + "=:" + base64(digest) + ":").orElse(null),
                old.map(digest -> digest.algorithm().standardName() + "=" + base64(digest))
                        .orElse(null),
                evidence.isEmpty() ? null : evidence);
    }

    /** Returns the holdings of files of one directory, by name. */
    Map<FileName, Holding> holdings(ExportName export, StorePath directory, List<FileName> names) {
        if (names.isEmpty()) return Map.of();
        Map<FileName, Holding> found = new HashMap<>();
        catalog.holdings()
                .find(export, names.stream().map(directory::child).toList())
                .forEach((path, holding) -> found.put(path.name(), holding));
        return found;
    }

    /** Returns the digests of a file that may be told, the strongest first. */
    static List<Checksum> all(Holding holding, FileVersion version) {
        if (!isAsItWasRead(holding, version)) return List.of();
        return OFFERED.stream()
                .flatMap(algorithm -> own(holding, algorithm).stream())
                .toList();
    }

    /** Returns the strongest digest of a file that may be told. */
    static Optional<Checksum> strongest(Holding holding, FileVersion version) {
        return all(holding, version).stream().findFirst();
    }

    /** True if the holding is of the file that is there now, as far as a look can tell. */
    static boolean isSeenAs(Holding holding, FileVersion version) {
        return holding.seen() == null && holding.isSeenAs(version.size(), version.modified());
    }

    /** A dictionary of RFC 9651: {@code sha-256=published;state=verified;computed=@1764000000;checked=@1764500000}. */
    private static String evidence(Holding holding, Checksum digest) {
        HoldingDigest newest = holding.digests().stream()
                .filter(known -> known.origin().isOwn() && known.digest().equals(digest))
                .max(Comparator.comparing(HoldingDigest::knownAt))
                .orElseThrow();
        String checked = holding.checkedAt() == null
                ? ""
                : ";checked=@" + holding.checkedAt().getEpochSecond();
        return name(digest) + "=" + token(newest.origin()) + ";state=" + token(stateOf(holding)) + ";computed=@"
                + newest.knownAt().getEpochSecond() + checked;
    }

    private static String token(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static HoldingState stateOf(Holding holding) {
        return holding.state().isMarked() ? HoldingEvidence.stateOf(holding) : holding.state();
    }

    /** The strongest digest of a file that was computed here, if the file is as it was then. */
    public Optional<Checksum> known(ExportName export, StorePath path, FileVersion version) {
        Holding holding = catalog.holdings().find(export, List.of(path)).get(path);
        return holding == null ? Optional.empty() : strongest(holding, version);
    }

    private static boolean isAsItWasRead(Holding holding, FileVersion version) {
        HoldingState state = stateOf(holding);
        boolean isRead = state == HoldingState.VERIFIED || state == HoldingState.READ;
        boolean isOtherInode = holding.inode() != 0 && version.inode() != 0 && holding.inode() != version.inode();
        return isRead && !isOtherInode && isSeenAs(holding, version);
    }

    /** The digest that is wanted most of those that are known; the stronger one if two are wanted alike. */
    private static Optional<Checksum> best(@Nullable String wishes, Holding holding) {
        if (wishes == null) return Optional.empty();
        Checksum best = null;
        double bestWeight = 0;
        for (ChecksumAlgorithm algorithm : OFFERED) {
            double weight = weight(wishes, algorithm).orElse(0);
            Optional<Checksum> known = own(holding, algorithm);
            if (weight <= bestWeight || known.isEmpty()) continue;
            best = known.get();
            bestWeight = weight;
        }
        return Optional.ofNullable(best);
    }

    /** Both forms: {@code sha-256=3, md5=1} and {@code SHA-256;q=0.5, MD5}. Empty if it is not named. */
    private static OptionalDouble weight(String wishes, ChecksumAlgorithm algorithm) {
        for (String wish : wishes.split(",", WISHES_MAX)) {
            Matcher matcher = WANTED.matcher(wish);
            boolean isIt = matcher.matches()
                    && ChecksumAlgorithm.ofName(matcher.group(1))
                            .filter(algorithm::equals)
                            .isPresent();
            if (isIt) return weight(matcher.group(2));
        }
        return OptionalDouble.empty();
    }

    private static OptionalDouble weight(@Nullable String number) {
        if (number == null) return OptionalDouble.of(1);
        try {
            return OptionalDouble.of(Double.parseDouble(number));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty(); // a wish that cannot be read is none
        }
    }

    /** Computed here, and the only one: two that differ say nothing. */
    private static Optional<Checksum> own(Holding holding, ChecksumAlgorithm algorithm) {
        List<Checksum> own = holding.digests().stream()
                .filter(digest -> digest.origin().isOwn())
                .map(HoldingDigest::digest)
                .filter(digest -> digest.algorithm() == algorithm)
                .distinct()
                .toList();
        return own.size() == 1 ? Optional.of(own.get(0)) : Optional.empty();
    }

    private static String name(Checksum digest) {
        return digest.algorithm() == ChecksumAlgorithm.SHA256 ? "sha-256" : "md5";
    }

    private static String base64(Checksum digest) {
        return Base64.getEncoder().encodeToString(digest.value());
    }
}
