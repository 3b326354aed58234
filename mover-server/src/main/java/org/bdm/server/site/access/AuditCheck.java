package org.bdm.server.site.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Cursor;
import org.bdm.server.catalog.site.AuditChain;
import org.bdm.server.catalog.site.AuditLog.Head;
import org.bdm.server.catalog.site.AuditSeal;
import org.jspecify.annotations.Nullable;

/** One step of the check: some lines of the audit log and the seals over them, in bounded time and memory. One thread. */
final class AuditCheck {
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final int LINES_MAX = 500_000;
    private static final int TROUBLES_MAX = 100;
    private static final int SEALS_AT_ONCE = 1_000;

    /** Seals of the file that are in memory at a time: more than one a line are none of this program. */
    private static final int FILE_SEALS_MAX = LINES_MAX;

    private final Catalog catalog;
    private final AuditSeals keys;
    private final SealFile file;
    private final List<String> troubles = new ArrayList<>();
    private @Nullable Long broken;
    private int seals;
    private long sealedLine;
    private @Nullable Instant sealedAt;

    AuditCheck(Catalog catalog, AuditSeals keys, SealFile file) {
        this.catalog = catalog;
        this.keys = keys;
        this.file = file;
    }

    /** Compares what lies behind the cursor; null begins. */
    AuditFinding step(@Nullable String cursor, InstantSource clock) {
        Instant end = clock.instant().plus(LONGEST);
        long from = cursor == null ? 0 : Cursor.read(cursor);
        AuditChain chain = catalog.audit().chain(from);
        NavigableMap<Long, Set<AuditSeal>> ofFile = ofFile(from, from + LINES_MAX, cursor == null);
        while (!chain.isAtEnd()
                && chain.line() < from + LINES_MAX
                && !clock.instant().isAfter(end)) {
            long before = chain.line();
            for (AuditChain.Break found : chain.next()) {
                note(found.first(), found.sentence());
            }
            checkSeals(before, chain.line(), ofFile, chain::chainOf);
        }
        if (chain.isAtEnd()) {
            NavigableMap<Long, Set<AuditSeal>> later = ofFile(chain.line(), Long.MAX_VALUE, false);
            checkSeals(chain.line(), Long.MAX_VALUE, later, catalog.audit()::chainOf);
        }
        return new AuditFinding(
                catalog.audit().head().map(Head::line).orElse(0L),
                chain.line(),
                seals,
                sealedLine,
                sealedAt,
                broken,
                troubles,
                chain.isAtEnd() ? null : Cursor.write(chain.line()));
    }

    private void note(long line, String trouble) {
        if (broken == null || line < broken) broken = line;
        if (troubles.size() < TROUBLES_MAX) troubles.add(trouble);
    }

    /** Seals of the file over the lines behind {@code after} up to {@code last}. */
    private NavigableMap<Long, Set<AuditSeal>> ofFile(long after, long last, boolean isFirst) {
        NavigableMap<Long, Set<AuditSeal>> found = new TreeMap<>();
        List<String> unreadable = new ArrayList<>();
        boolean isExpected = isFirst && catalog.audit().hasSealsOfThisNode();
        int[] count = {0};
        file.read(
                isExpected,
                seal -> {
                    if (seal.line() <= after || seal.line() > last || count[0]++ >= FILE_SEALS_MAX) return;
                    found.computeIfAbsent(seal.line(), line -> bySignature()).add(seal);
                },
                unreadable);
        if (isFirst) unreadable.stream().limit(TROUBLES_MAX).forEach(troubles::add);
        return found;
    }

    private static Set<AuditSeal> bySignature() {
        return new TreeSet<>(Comparator.comparing(AuditSeal::signature)
                .thenComparing(AuditSeal::chain)
                .thenComparing(AuditSeal::at)
                .thenComparing(AuditSeal::publicKey));
    }

    /** The seals of catalog and file over some lines, each once. */
    private void checkSeals(
            long after,
            long last,
            NavigableMap<Long, Set<AuditSeal>> ofFile,
            Function<Long, Optional<String>> chainOf) {
        NavigableMap<Long, Set<AuditSeal>> range = ofFile.subMap(after, false, last, true);
        long from = after;
        List<AuditSeal> page;
        do {
            page = catalog.audit().seals(from, last, SEALS_AT_ONCE);
            for (AuditSeal seal : page) {
                from = seal.line();
                Set<AuditSeal> same = range.getOrDefault(seal.line(), Set.of());
                if (!same.contains(seal)) check(seal, chainOf);
            }
        } while (page.size() == SEALS_AT_ONCE);
        range.values().forEach(same -> same.forEach(seal -> check(seal, chainOf)));
    }

    private void check(AuditSeal seal, Function<Long, Optional<String>> chainOf) {
        seals++;
        String which = "the seal of line " + seal.line() + ", made at " + seal.at() + ",";
        if (!keys.isRight(seal)) {
            if (troubles.size() < TROUBLES_MAX) troubles.add(which + " is not signed with the key of this site");
            return;
        }
        Optional<String> chain = chainOf.apply(seal.line());
        if (chain.isEmpty()) {
            note(seal.line(), "line " + seal.line() + " is missing: it was there when it was sealed at " + seal.at());
        } else if (!chain.get().equals(seal.chain())) {
            note(seal.line(), which + " does not fit: that line or one before it was changed");
        } else if (seal.line() > sealedLine) {
            sealedLine = seal.line();
            sealedAt = seal.at();
        }
    }
}
