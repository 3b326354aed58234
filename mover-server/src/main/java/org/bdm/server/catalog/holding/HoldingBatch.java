package org.bdm.server.catalog.holding;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.core.id.ExportName;
import org.bdm.server.catalog.db.ChangeWork;
import org.bdm.server.catalog.db.InstanceKey;
import org.bdm.server.catalog.db.KeyHash;
import org.bdm.server.catalog.db.RunningNumber;
import org.bdm.server.catalog.db.Statements;
import org.jspecify.annotations.Nullable;

/**
 * Writes a group of holdings: of files that are as they were only what a look at them changed, others are replaced as a whole. Made for one
 * transaction, on the committer's thread, before what it changes is read.
 */
final class HoldingBatch {
    private final ChangeWork work;
    private final Map<DirectoryKey, Long> directories = new HashMap<>();
    private final Map<ByteBuffer, Long> datasets = new HashMap<>();
    private final Set<Long> touched = new TreeSet<>();
    private final HoldingSideTables sideTables;

    HoldingBatch(ChangeWork work) {
        this.work = work;
        this.sideTables = new HoldingSideTables(work.sql());
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

    /** The key by which a holding is found. */
    private record FileKey(long directory, ByteBuffer name) {}

    void put(List<Holding> holdings) {
        put(List.of(), holdings);
    }

    /** Also what looks changed: most of what a check of many files writes, and no index is touched. */
    void put(Collection<Look> looks, List<Holding> holdings) {
        write(looks);
        if (!holdings.isEmpty()) replace(holdings);
        sideTables.write();
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
        write(keys, byKey, known(keys));
    }

    private void write(Collection<Look> looks) {
        List<@Nullable Object[]> looked = new ArrayList<>();
        for (Look look : looks) {
            Holding before = look.row().holding();
            Holding after = look.after();
            looked.add(new @Nullable Object[] {
                HoldingRows.checkedMillis(after.checkedAt()),
                inode(after),
                StoredDigests.text(after.digests()),
                look.row().number()
            });
            if (!vouched(before).equals(vouched(after))) dataset(after.dataset());
            sideTables.changed(look.row().number(), before, after);
        }
        work.sql().batch("UPDATE holding SET checked_ms = ?, inode = ?, digests = ? WHERE holding_no = ?", looked);
    }

    /** The digests that datasets count. */
    private static Set<HoldingDigest> vouched(Holding holding) {
        Set<HoldingDigest> vouched = new HashSet<>();
        for (HoldingDigest known : holding.digests()) if (known.origin().isVouched()) vouched.add(known);
        return vouched;
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

    /** Those that are there. */
    private Map<FileKey, HoldingRows.Numbered> known(List<FileKey> keys) {
        Map<Long, List<FileKey>> byDirectory = new LinkedHashMap<>();
        keys.forEach(key -> byDirectory
                .computeIfAbsent(key.directory(), missing -> new ArrayList<>())
                .add(key));
        Map<FileKey, HoldingRows.Numbered> known = new HashMap<>();
        byDirectory.forEach((directory, files) -> {
            for (List<FileKey> part : Statements.parts(files)) {
                List<Object> arguments = new ArrayList<>(List.of(directory));
                part.forEach(key -> arguments.add(key.name().array()));
                work.sql()
                        .list(
                                HoldingRows.SELECT + " WHERE h.dir_no = ? AND h.name IN ("
                                        + Statements.marks(part.size()) + ") ORDER BY h.dir_no, h.name LIMIT "
                                        + part.size(),
                                (row, at) -> {
                                    long before = row.getLong("dataset_no"); // 0 if it was in none
                                    if (before > 0) touched.add(before);
                                    FileKey key = new FileKey(directory, ByteBuffer.wrap(row.getBytes("name")));
                                    return Map.entry(key, HoldingRows.row(row));
                                },
                                arguments.toArray())
                        .forEach(found -> known.put(found.getKey(), found.getValue()));
            }
        });
        return known;
    }

    private void write(List<FileKey> keys, Map<FileKey, Holding> byKey, Map<FileKey, HoldingRows.Numbered> known) {
        long next = RunningNumber.HOLDING.take(work.sql(), keys.size() - known.size());
        List<@Nullable Object[]> inserted = new ArrayList<>();
        List<@Nullable Object[]> changed = new ArrayList<>();
        for (FileKey key : keys) {
            Holding holding = Objects.requireNonNull(byKey.get(key));
            HoldingRows.Numbered row = known.get(key);
            if (row == null) {
                inserted.add(columns(holding, key, next));
                sideTables.added(next, holding);
                next++;
            } else {
                changed.add(columns(holding, key, row.number()));
                sideTables.changed(row.number(), row.holding(), holding);
            }
        }
        work.sql()
                .batch(
                        "UPDATE holding SET dir_no = ?, name = ?, dataset_no = ?, size = ?, modified_s = ?, modified_ns = ?,"
                                + " state = ?, since_ms = ?, inode = ?, checked_ms = ?, seen_size = ?, seen_s = ?, seen_ns = ?, seen_ms = ?,"
                                + " digests = ? WHERE holding_no = ?",
                        changed);
        work.sql()
                .batch(
                        "INSERT INTO holding (dir_no, name, dataset_no, size, modified_s, modified_ns, state, since_ms, inode,"
                                + " checked_ms, seen_size, seen_s, seen_ns, seen_ms, digests, holding_no)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        inserted);
    }

    private @Nullable Object[] columns(Holding holding, FileKey key, long number) {
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
            HoldingRows.checkedMillis(holding.checkedAt()),
            seen == null ? null : seen.size(),
            seen == null ? null : seen.modified().getEpochSecond(),
            seen == null ? null : seen.modified().getNano(),
            seen == null ? null : seen.at().toEpochMilli(),
            StoredDigests.text(holding.digests()),
            number
        };
    }

    private static @Nullable Long inode(Holding holding) {
        return holding.inode() == 0 ? null : (Long) holding.inode();
    }
}
