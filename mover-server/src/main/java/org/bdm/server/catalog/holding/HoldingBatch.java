package org.bdm.server.catalog.holding;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.ExportName;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.KeyHash;
import org.bdm.server.catalog.db.RunningNumber;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Writes a group of holdings: of files that are as they were only what a look at them changed, others are replaced as a whole. Made for one
 * transaction, on the committer's thread.
 */
final class HoldingBatch {
    private final ChangeWork work;
    private final Map<DirectoryKey, Long> directories = new HashMap<>();
    private final Map<ByteBuffer, Long> datasets = new HashMap<>();
    private final Set<Long> touched = new TreeSet<>();

    HoldingBatch(ChangeWork work) {
        this.work = work;
    }

    private record DirectoryKey(ExportName export, ByteBuffer path) {}

    /** A holding that is there, with its digests, and what it is to be: the same file in the same state. */
    record Look(HoldingRows.Numbered row, Holding after) {
        /** True if the holdings differ in nothing but their digests, the inode, and when the bytes were compared. */
        static boolean isOne(Holding before, Holding after) {
            Holding looked = new Holding(
                    before.export(),
                    before.path(),
                    before.dataset(),
                    before.size(),
                    before.modified(),
                    before.state(),
                    before.since(),
                    after.digests(),
                    after.inode(),
                    after.checkedAt(),
                    before.seen());
            return looked.equals(after);
        }
    }

    private record DigestKey(ChecksumAlgorithm algorithm, DigestOrigin origin) {
        static DigestKey of(HoldingDigest known) {
            return new DigestKey(known.digest().algorithm(), known.origin());
        }
    }

    /** The key by which a holding is found. */
    private record FileKey(long directory, ByteBuffer name) {}

    void put(List<Holding> holdings) {
        put(List.of(), holdings);
    }

    /** Also what looks changed: most of what a check of many files writes, and no index but that of the times is touched. */
    void put(Collection<Look> looks, List<Holding> holdings) {
        write(looks);
        if (!holdings.isEmpty()) replace(holdings);
        touched.addAll(datasets.values());
        HeldDatasetCounts.refresh(work.sql(), new DatasetMarkRows(work).refresh(touched));
    }

    private void replace(List<Holding> holdings) {
        Map<FileKey, Holding> byKey =
                new LinkedHashMap<>(); // the last word on a file counts, should it be twice in the group
        for (Holding holding : holdings) {
            long directory = directory(new DirectoryKey(
                    holding.export(), ByteBuffer.wrap(holding.path().parent().bytes())));
            byKey.put(
                    new FileKey(directory, ByteBuffer.wrap(holding.path().name().bytes())), holding);
        }
        List<FileKey> keys = List.copyOf(byKey.keySet());
        Map<FileKey, Long> numbers = numbers(keys);
        write(keys, byKey, numbers);
        insertDigests(keys, byKey, numbers);
    }

    private void write(Collection<Look> looks) {
        List<@Nullable Object[]> times = new ArrayList<>();
        DigestChanges digests = new DigestChanges();
        for (Look look : looks) {
            Holding after = look.after();
            times.add(new @Nullable Object[] {
                checkedMillis(after), inode(after), look.row().number()
            });
            boolean isCounted = digests.add(look);
            if (isCounted) dataset(after.dataset());
        }
        work.sql().batch("UPDATE holding SET checked_ms = ?, inode = ? WHERE holding_no = ?", times);
        digests.write(work.sql());
    }

    private long directory(DirectoryKey key) {
        return directories.computeIfAbsent(key, missing -> known(missing).orElseGet(() -> newDirectory(missing)));
    }

    private Optional<Long> known(DirectoryKey key) {
        return HoldingRows.directory(work.sql(), key.export(), key.path().array());
    }

    /** Looks again when the row of numbers is ours: a node that was there first has committed by then, and no constraint refuses a second row. */
    private long newDirectory(DirectoryKey key) {
        long number = RunningNumber.HELD_DIRECTORY.next(work.sql());
        Optional<Long> ofOther = known(key);
        if (ofOther.isPresent()) {
            RunningNumber.HELD_DIRECTORY.giveBack(work.sql(), number);
            return ofOther.get();
        }
        work.sql()
                .update(
                        "INSERT INTO held_directory (dir_no, export, path, path_hash) VALUES (?, ?, ?, ?)",
                        number,
                        key.export().value(),
                        key.path().array(),
                        KeyHash.of(key.path().array()));
        return number;
    }

    private @Nullable Long dataset(@Nullable String instanceId) {
        if (instanceId == null) return null;
        byte[] key = InstanceKey.of(instanceId);
        return datasets.computeIfAbsent(
                ByteBuffer.wrap(key),
                missing -> HoldingRows.dataset(work.sql(), instanceId).orElseGet(() -> {
                    long number = RunningNumber.HELD_DATASET.next(work.sql());
                    work.sql()
                            .update(
                                    "INSERT INTO held_dataset (dataset_no, instance_key, instance_id, files, name_sum,"
                                            + " disputed, retracted, own_digests) VALUES (?, ?, ?, 0, 0, 0, 0, 0)",
                                    number,
                                    key,
                                    instanceId);
                    return number;
                }));
    }

    private Map<FileKey, Long> numbers(List<FileKey> keys) {
        Map<Long, List<FileKey>> byDirectory = new LinkedHashMap<>();
        keys.forEach(key -> byDirectory
                .computeIfAbsent(key.directory(), missing -> new ArrayList<>())
                .add(key));
        Map<FileKey, Long> numbers = new HashMap<>();
        byDirectory.forEach((directory, files) -> {
            for (List<FileKey> part : Statements.parts(files)) {
                List<Object> arguments = new ArrayList<>(List.of(directory));
                part.forEach(key -> arguments.add(key.name().array()));
                work.sql()
                        .list(
                                "SELECT holding_no, name, dataset_no FROM holding WHERE dir_no = ? AND name IN ("
                                        + Statements.marks(part.size()) + ") ORDER BY dir_no, name LIMIT "
                                        + part.size(),
                                (row, at) -> {
                                    long before = row.getLong(3); // 0 if it was in none
                                    if (before > 0) touched.add(before);
                                    return Map.entry(
                                            new FileKey(directory, ByteBuffer.wrap(row.getBytes(2))), row.getLong(1));
                                },
                                arguments.toArray())
                        .forEach(found -> numbers.put(found.getKey(), found.getValue()));
            }
        });
        return numbers;
    }

    /** Inserts what has no number yet and changes what has one; afterwards all have one, and none has digests. */
    private void write(List<FileKey> keys, Map<FileKey, Holding> byKey, Map<FileKey, Long> numbers) {
        List<FileKey> fresh =
                keys.stream().filter(key -> !numbers.containsKey(key)).toList();
        List<@Nullable Object[]> changed = new ArrayList<>();
        List<@Nullable Object[]> changedNumbers = new ArrayList<>();
        for (FileKey key : keys) {
            Long number = numbers.get(key);
            if (number == null) continue;
            changed.add(columns(byKey, key, number));
            changedNumbers.add(new Object[] {number});
        }
        work.sql()
                .batch(
                        "UPDATE holding SET dir_no = ?, name = ?, dataset_no = ?, size = ?, modified_s = ?, modified_ns = ?,"
                                + " state = ?, since_ms = ?, inode = ?, checked_ms = ?, seen_size = ?, seen_s = ?, seen_ns = ?, seen_ms = ?"
                                + " WHERE holding_no = ?",
                        changed);
        work.sql().batch("DELETE FROM holding_digest WHERE holding_no = ?", changedNumbers);
        long next = RunningNumber.HOLDING.take(work.sql(), fresh.size());
        List<@Nullable Object[]> inserted = new ArrayList<>();
        for (FileKey key : fresh) {
            numbers.put(key, next);
            inserted.add(columns(byKey, key, next));
            next++;
        }
        work.sql()
                .batch(
                        "INSERT INTO holding (dir_no, name, dataset_no, size, modified_s, modified_ns, state, since_ms, inode,"
                                + " checked_ms, seen_size, seen_s, seen_ns, seen_ms, holding_no)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        inserted);
    }

    private @Nullable Object[] columns(Map<FileKey, Holding> byKey, FileKey key, long number) {
        Holding holding = Objects.requireNonNull(byKey.get(key));
        Holding.Seen seen = holding.seen();
        return new @Nullable Object[] {
            key.directory(),
            key.name().array(),
            dataset(holding.dataset()),
            holding.size(),
            holding.modified().getEpochSecond(),
            holding.modified().getNano(),
            holding.state().code(),
            holding.since().toEpochMilli(),
            inode(holding),
            checkedMillis(holding),
            seen == null ? null : seen.size(),
            seen == null ? null : seen.modified().getEpochSecond(),
            seen == null ? null : seen.modified().getNano(),
            seen == null ? null : seen.at().toEpochMilli(),
            number
        };
    }

    private static @Nullable Long inode(Holding holding) {
        return holding.inode() == 0 ? null : (Long) holding.inode();
    }

    private static long checkedMillis(Holding holding) {
        return holding.checkedAt() == null ? 0 : holding.checkedAt().toEpochMilli();
    }

    private void insertDigests(List<FileKey> keys, Map<FileKey, Holding> byKey, Map<FileKey, Long> numbers) {
        DigestChanges changes = new DigestChanges();
        for (FileKey key : keys) {
            Holding holding = Objects.requireNonNull(byKey.get(key));
            long number = Objects.requireNonNull(numbers.get(key));
            for (HoldingDigest known : holding.digests()) changes.insert(number, holding, known);
        }
        changes.write(work.sql());
    }

    /** Rows of digests that are to be written. */
    private static final class DigestChanges {
        private final List<@Nullable Object[]> dropped = new ArrayList<>();
        private final List<@Nullable Object[]> inserted = new ArrayList<>();
        private final List<@Nullable Object[]> known = new ArrayList<>();

        /** Adds what differs; true if a digest that datasets count is among it. */
        boolean add(Look look) {
            long number = look.row().number();
            Map<DigestKey, HoldingDigest> before = new HashMap<>();
            for (HoldingDigest digest : look.row().holding().digests()) before.put(DigestKey.of(digest), digest);
            boolean isCounted = false;
            for (HoldingDigest digest : look.after().digests()) {
                HoldingDigest old = before.remove(DigestKey.of(digest));
                if (digest.equals(old)) continue;
                isCounted |= digest.origin().isVouched();
                if (old == null) {
                    insert(number, look.after(), digest);
                } else if (isKnownLater(old, digest)) {
                    known.add(new @Nullable Object[] {
                        digest.knownAt().toEpochMilli(),
                        number,
                        code(digest),
                        digest.origin().code()
                    });
                } else {
                    drop(number, old);
                    insert(number, look.after(), digest);
                }
            }
            for (HoldingDigest gone : before.values()) {
                isCounted |= gone.origin().isVouched();
                drop(number, gone);
            }
            return isCounted;
        }

        private static boolean isKnownLater(HoldingDigest old, HoldingDigest now) {
            return old.digest().equals(now.digest()) && Objects.equals(old.asked(), now.asked());
        }

        private static int code(HoldingDigest digest) {
            return digest.digest().algorithm().code();
        }

        private void drop(long number, HoldingDigest digest) {
            dropped.add(new @Nullable Object[] {
                number, code(digest), digest.origin().code()
            });
        }

        void insert(long number, Holding holding, HoldingDigest digest) {
            inserted.add(new @Nullable Object[] {
                number,
                code(digest),
                digest.origin().code(),
                digest.digest(),
                digest.knownAt().toEpochMilli(),
                HeldDigestRows.isSought(holding) ? HeldDigestRows.sought(digest.digest()) : null,
                digest.asked() == null ? null : (Integer) digest.asked().requests(),
                digest.asked() == null ? null : (Long) digest.asked().millis()
            });
        }

        void write(Statements sql) {
            sql.batch("DELETE FROM holding_digest WHERE holding_no = ? AND algorithm = ? AND origin = ?", dropped);
            sql.batch(
                    "UPDATE holding_digest SET known_ms = ? WHERE holding_no = ? AND algorithm = ? AND origin = ?",
                    known);
            sql.batch(
                    "INSERT INTO holding_digest (holding_no, algorithm, origin, digest, known_ms, sought,"
                            + " requests, millis) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    inserted);
        }
    }
}
