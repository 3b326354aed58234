package org.bdm.server.holding.record;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.ImportedEntry;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/**
 * Takes the files of a list as holdings, with the digests that the list has of them. Each is looked at (size and time), none is read.
 * Belongs to one thread, which may block on the disk and on the catalog.
 */
public final class HoldingList implements EntryReceiver {
    private static final int GROUP_MAX = 500;
    private static final int LINES_KEPT_MAX = 1_000;
    private static final Set<HoldingState> WRONG =
            Set.of(HoldingState.CHANGED, HoldingState.DAMAGED, HoldingState.DISPUTED);

    private final LocalExports exports;
    private final @Nullable Endpoint root;
    private final HoldingRecords records;
    private final Clock clock;
    private final long entriesMax;
    private final List<HoldingNotice> seen = new ArrayList<>();
    private final List<Line> seenAt = new ArrayList<>();
    private final List<Line> troubles = new ArrayList<>();
    private Written written = new Written(List.of(), CompletableFuture.completedFuture(List.of()));
    private long adopted;
    private long bytes;
    private long missing;
    private long different;
    private long refused;

    /**
     * Begins a list.
     *
     * @param root where relative paths begin; null if there is none: then a list may only have absolute paths
     * @param entriesMax beyond it the reading ends with TOO_LARGE
     */
    public HoldingList(
            LocalExports exports, @Nullable Endpoint root, HoldingRecords records, Clock clock, long entriesMax) {
        this.exports = exports;
        this.root = root;
        this.records = records;
        this.clock = clock;
        this.entriesMax = entriesMax;
    }

    /** A line whose file was not adopted as the list has it, and why. */
    public record Line(long number, String reason) {}

    /**
     * The result of a list.
     *
     * @param adopted files that are holdings now, {@code different} among them
     * @param bytes their sizes on disk
     * @param missing files that are not on disk, or in no export
     * @param different files whose size or bytes are not those of the list: they are DAMAGED, CHANGED or DISPUTED
     * @param refused lines that are no files, or not understood
     * @param troubles the first 1,000 of missing, different and refused, and warnings about files that were adopted
     */
    public record Result(long adopted, long bytes, long missing, long different, long refused, List<Line> troubles) {
        /** Copies the list. */
        public Result {
            troubles = List.copyOf(troubles);
        }
    }

    @Override
    public void entry(long line, ImportedEntry entry) {
        if (adopted + missing + refused >= entriesMax) {
            throw new MoverException(ErrorCode.TOO_LARGE, "the list has more than " + entriesMax + " entries");
        }
        if (entry instanceof ListedFile file) adopt(line, file);
        else refused(line, "names no file with a path: nothing to adopt");
    }

    @Override
    public void refused(long line, String reason) {
        refused++;
        keep(line, reason);
    }

    @Override
    public void warned(long line, String text) {
        keep(line, text); // such as a digest that is not computed here: the file is adopted
    }

    private void keep(long line, String reason) {
        if (troubles.size() < LINES_KEPT_MAX) troubles.add(new Line(line, reason));
    }

    private record Found(HeldPlace place, StorePath path, FileVersion version) {}

    private void adopt(long line, ListedFile file) {
        Found found;
        try {
            found = find(file.path());
        } catch (MoverException e) {
            missing++;
            keep(line, e.detail());
            return;
        }
        long size = found.version().size();
        Long listedSize = file.sizeBytes();
        boolean isSame = listedSize == null || listedSize == size;
        String difference = isSame ? "" : "has " + size + " bytes, the list says " + listedSize;
        adopted++;
        bytes = ByteTotal.plus(bytes, size);
        Instant now = clock.instant();
        List<HoldingDigest> digests = file.digests().stream()
                .map(digest -> new HoldingDigest(digest, DigestOrigin.LISTED, now))
                .toList();
        seen.add(new HoldingNotice(
                        found.place().name(),
                        found.path(),
                        dataset(file, found),
                        size,
                        found.version().modified(),
                        isSame ? HoldingEvent.LISTED : HoldingEvent.LISTED_OTHER_SIZE,
                        digests)
                .by(HoldingNotice.Cause.of("list")));
        seenAt.add(new Line(line, file.path() + " " + difference));
        if (seen.size() == GROUP_MAX) write();
    }

    private static @Nullable String dataset(ListedFile file, Found found) {
        DatasetName listed = file.dataset();
        if (listed != null && listed.version() != null) return listed.instanceId();
        return found.place().datasetOf(found.path());
    }

    private Found find(String path) {
        byte[] bytesOfPath = path.getBytes(StandardCharsets.UTF_8);
        if (path.startsWith("/")) {
            for (LocalExports.Export export : exports.all()) {
                Optional<byte[]> below = export.store().belowRoot(bytesOfPath);
                if (below.isPresent()) return found(new HeldPlace(export), StorePath.of(trimmed(below.get())), path);
            }
            throw new MoverException(ErrorCode.NOT_FOUND, path + " is in no export of this site");
        }
        if (root == null) {
            throw new MoverException(
                    ErrorCode.NOT_FOUND, path + " is relative: name with --root where the paths of the list begin");
        }
        StorePath relative = StorePath.of(trimmed(bytesOfPath));
        return found(new HeldPlace(exports.find(root.export())), relative.below(root.path()), path);
    }

    /** Without what stands for the same directory: {@code ./}, and separators at the ends. */
    private static byte[] trimmed(byte[] path) {
        String plain = new String(path, StandardCharsets.ISO_8859_1);
        while (plain.startsWith("./") || plain.startsWith("/")) plain = plain.substring(plain.startsWith("/") ? 1 : 2);
        return plain.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Found found(HeldPlace place, StorePath path, String listed) {
        FileStatus status = new FollowingStore(place.store(), anywhere -> true)
                .status(path)
                .filter(there -> there.kind() == FileKind.FILE && !path.isRoot())
                .orElseThrow(() -> new MoverException(
                        ErrorCode.NOT_FOUND, listed + " is not a file in export '" + place.name() + "'"));
        return new Found(place, path, status.version());
    }

    /** Files that were written together, each with its line. */
    private record Written(List<Line> lines, CompletableFuture<List<@Nullable Holding>> outcomes) {}

    private void write() {
        judge();
        written = new Written(List.copyOf(seenAt), records.record(seen));
        seen.clear();
        seenAt.clear();
    }

    /** Waits for what was written, and counts the files that the list contradicts, by their size or by a digest of the bytes that were here. */
    private void judge() {
        List<@Nullable Holding> outcomes = Durable.await(written.outcomes());
        for (int at = 0; at < outcomes.size(); at++) {
            Holding holding = outcomes.get(at);
            Line line = written.lines().get(at);
            boolean isOtherSize = !line.reason().endsWith(" ");
            boolean isWrong = holding != null && WRONG.contains(HoldingRules.unmarked(holding));
            if (!isOtherSize && !isWrong) continue;
            different++;
            String state = holding == null || !isWrong ? "" : (isOtherSize ? ", and is " : "is ") + holding.state();
            keep(line.number(), line.reason() + state + next(holding));
        }
    }

    private static String next(@Nullable Holding holding) {
        if (holding == null) return "";
        return switch (holding.state()) {
            case CHANGED -> " on disk since " + holding.since() + ": 'bdm-client verify' reads it";
            case DAMAGED -> ": its bytes are not those of the list; 'bdm-client repair' fetches it again";
            case DISPUTED -> ": the list contradicts the source that it came from";
            default -> "";
        };
    }

    /** Once, after the last entry: waits until all holdings are on stable storage. */
    public Result finish() {
        write();
        judge();
        return new Result(adopted, bytes, missing, different, refused, troubles);
    }
}
