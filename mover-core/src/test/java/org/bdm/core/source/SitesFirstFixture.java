package org.bdm.core.source;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.SiteName;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/** Two sites and data nodes that do nothing by themselves, in front of them the source that asks sites first; time is a number. */
abstract class SitesFirstFixture {
    static final FileId FILE = new FileId(4);
    static final StorePath SHOWN = StorePath.ofUtf8("node/tas.nc");
    static final Epoch FIRST = new Epoch(1);
    static final ByteRange WHOLE = new ByteRange(0, 100);
    static final FileVersion LISTED = new FileVersion(100, Instant.EPOCH, Instant.EPOCH, 0);
    static final FileVersion THERE = new FileVersion(100, Instant.ofEpochSecond(9), Instant.EPOCH, 77);
    static final Copy HELD = Copy.atSite("bdm://here/data/v1/tas.nc", 0);
    static final Copy PAIRED = Copy.atSite("bdm://there/data/tas.nc", 1);
    static final Copy NODE = new Copy(URI.create("https://node.example/tas.nc"), 0);
    static final Checksum PUBLISHED = Checksum.ofHex(ChecksumAlgorithm.MD5, "00112233445566778899aabbccddeeff");
    static final Checksum OTHER = Checksum.ofHex(ChecksumAlgorithm.MD5, "ffeeddccbbaa99887766554433221100");

    final Place nodes = new Place();
    final Map<String, Place> sites = new HashMap<>(Map.of("here/data", new Place(), "there/data", new Place()));
    final Heard heard = new Heard();
    final CacheShare cache = new BlockCache(4, 4096).share(new CacheQuota("test", 1, 4));
    final List<Waiting> waiting = new ArrayList<>();
    private long now;
    final SitesFirstSource source = new SitesFirstSource(
            nodes, new Sites(), () -> now, (wait, task) -> waiting.add(new Waiting(now + wait.toNanos(), task)));

    private record Waiting(long dueNanos, Runnable task) {}

    void pass(Duration time) {
        long end = now + time.toNanos();
        while (true) {
            Waiting next = waiting.stream()
                    .filter(one -> one.dueNanos() <= end)
                    .min(Comparator.comparing(Waiting::dueNanos))
                    .orElse(null);
            if (next == null) break;
            waiting.remove(next);
            now = Math.max(now, next.dueNanos());
            next.task().run();
        }
        now = end;
    }

    void want(FileId file, Copy... copies) {
        source.want(List.of(new WantedFile(file, FIRST, SHOWN, LISTED, List.of(WHOLE), false, List.of(copies))));
    }

    void want(Epoch epoch, Copy... copies) {
        source.want(List.of(new WantedFile(FILE, epoch, SHOWN, LISTED, List.of(WHOLE), false, List.of(copies))));
    }

    SitesFirstSource opened() {
        source.open(heard).toCompletableFuture().join();
        return source;
    }

    Place here() {
        return sites.get("here/data");
    }

    Place there() {
        return sites.get("there/data");
    }

    void block(Place from, Epoch epoch) {
        from.listener.onBlock(new BlockTag(FILE, epoch, WHOLE, 0), cache.tryLend());
    }

    private final class Sites implements SiteSources {
        @Override
        public CompletionStage<BlockSource> connect(SiteName site, ExportName export) {
            return CompletableFuture.completedFuture(sites.get(site + "/" + export));
        }

        @Override
        public boolean isHere(SiteName site) {
            return site.value().equals("here");
        }
    }

    /** What the session hears. */
    static final class Heard implements SourceListener {
        final List<FileVersion> ended = new ArrayList<>();
        final List<MoverException> failed = new ArrayList<>();
        int lost;
        long moved;
        long held;

        @Override
        public void onBlock(BlockTag tag, Loan loan) {
            moved += tag.range().length();
            loan.release();
        }

        @Override
        public void onHeldBlock(BlockTag tag, Loan loan) {
            held += tag.range().length();
            loan.release();
        }

        @Override
        public void onZero(FileId file, Epoch epoch, ByteRange range) {
            moved += range.length();
        }

        @Override
        public void onPack(List<Piece> pieces, PackPayload payload) {
            throw new AssertionError("nothing is wanted as a piece");
        }

        @Override
        public void onItemEnded(FileId file, Epoch epoch, FileVersion version, int mode) {
            ended.add(version);
        }

        @Override
        public void onItemFailed(FileId file, Epoch epoch, MoverException reason) {
            failed.add(reason);
        }

        @Override
        public void onItemLost(FileId file, Epoch epoch) {
            lost++;
        }

        @Override
        public void onSourceLost(MoverException reason) {
            throw new AssertionError("one place is not all", reason);
        }
    }

    /** A place that does nothing by itself. */
    static final class Place implements BlockSource {
        final List<WantedFile> wanted = new ArrayList<>();
        final DigestVerdict verdict = new DigestVerdict.Again(Optional.empty());
        CompletableFuture<Void> opened = CompletableFuture.completedFuture(null);
        CompletableFuture<Void> answers = CompletableFuture.completedFuture(null);
        FileVersion there = THERE;
        SourceListener listener;
        int opens;
        boolean isClosed;
        int statuses;
        long rate;

        @Override
        public SourceLimits limits() {
            return new SourceLimits(128, 1 << 20, 100, 0, false);
        }

        @Override
        public CompletionStage<Void> open(SourceListener told) {
            listener = told;
            opens++;
            isClosed = false;
            return opened;
        }

        @Override
        public CompletionStage<Optional<DirectoryEntry>> status(StorePath path) {
            statuses++;
            FileName name = path.isRoot() ? FileName.ofUtf8("root") : path.name();
            Optional<DirectoryEntry> entry = Optional.ofNullable(there)
                    .map(version -> new DirectoryEntry(name, new FileStatus(FileKind.FILE, version, 0644, null), null));
            return answers.thenApply(done -> entry);
        }

        @Override
        public CompletionStage<DirectoryPage> list(StorePath directory, Optional<FileName> after, int entriesMax) {
            return CompletableFuture.failedFuture(new MoverException(ErrorCode.UNSUPPORTED, "no listing"));
        }

        @Override
        public CompletionStage<Checksum> digest(
                FileId file, StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
            return CompletableFuture.failedFuture(new MoverException(ErrorCode.UNSUPPORTED, "no digest"));
        }

        @Override
        public void want(List<WantedFile> files) {
            wanted.addAll(files);
        }

        @Override
        public DigestVerdict mistrust(FileId file, Epoch epoch, Checksum expected, Checksum found, int triesBefore) {
            return verdict;
        }

        @Override
        public void cancel(FileId file) {}

        @Override
        public void limitRate(long bytesPerSecondMax) {
            rate = bytesPerSecondMax;
        }

        @Override
        public int streams() {
            return 1;
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }
}
