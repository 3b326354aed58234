package org.bdm.core.source;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.bdm.core.cache.Lease;
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
import org.bdm.core.transfer.Origin;
import org.junit.jupiter.api.Test;

/** Copies at sites and at data nodes: who is asked first, who next, and whose bytes were wrong. */
class SitesFirstSourceTest {
    private static final FileId FILE = new FileId(4);
    private static final StorePath SHOWN = StorePath.ofUtf8("node/tas.nc");
    private static final Epoch FIRST = new Epoch(1);
    private static final ByteRange WHOLE = new ByteRange(0, 100);
    private static final FileVersion LISTED = new FileVersion(100, Instant.EPOCH, Instant.EPOCH, 0);
    private static final FileVersion THERE = new FileVersion(100, Instant.ofEpochSecond(9), Instant.EPOCH, 77);
    private static final Copy HELD = Copy.atSite("bdm://here/data/v1/tas.nc", 0);
    private static final Copy PAIRED = Copy.atSite("bdm://there/data/tas.nc", 1);
    private static final Copy NODE = new Copy(URI.create("https://node.example/tas.nc"), 0);
    private static final Checksum PUBLISHED = Checksum.ofHex(ChecksumAlgorithm.MD5, "00112233445566778899aabbccddeeff");
    private static final Checksum OTHER = Checksum.ofHex(ChecksumAlgorithm.MD5, "ffeeddccbbaa99887766554433221100");

    private final Place nodes = new Place();
    private final Map<String, Place> sites = new HashMap<>(Map.of("here/data", new Place(), "there/data", new Place()));
    private final Heard heard = new Heard();
    private final CacheShare cache = new BlockCache(4, 4096).share(new CacheQuota("test", 1, 4));
    private final List<Waiting> waiting = new ArrayList<>();
    private long now;
    private final SitesFirstSource source = new SitesFirstSource(
            nodes, new Sites(), () -> now, (wait, task) -> waiting.add(new Waiting(now + wait.toNanos(), task)));

    private record Waiting(long dueNanos, Runnable task) {}

    private void pass(Duration time) {
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

    private void want(FileId file, Copy... copies) {
        source.want(List.of(new WantedFile(file, FIRST, SHOWN, LISTED, List.of(WHOLE), false, List.of(copies))));
    }

    private void want(Epoch epoch, Copy... copies) {
        source.want(List.of(new WantedFile(FILE, epoch, SHOWN, LISTED, List.of(WHOLE), false, List.of(copies))));
    }

    private SitesFirstSource opened() {
        source.open(heard).toCompletableFuture().join();
        return source;
    }

    private Place here() {
        return sites.get("here/data");
    }

    private Place there() {
        return sites.get("there/data");
    }

    private void block(Place from, Epoch epoch) {
        from.listener.onBlock(new BlockTag(FILE, epoch, WHOLE, 0), cache.tryLease());
    }

    @Test
    void aFileThatIsHeldIsReadHereAndEndsWithTheVersionThatWasWanted() {
        opened();
        want(FIRST, HELD, NODE);

        assertThat(nodes.wanted).isEmpty();
        assertThat(here().wanted).singleElement().satisfies(wanted -> {
            assertThat(wanted.path()).isEqualTo(StorePath.ofUtf8("v1/tas.nc"));
            assertThat(wanted.expected()).isEqualTo(THERE);
            assertThat(wanted.ranges()).containsExactly(WHOLE);
        });
        block(here(), FIRST);
        here().listener.onItemEnded(FILE, FIRST, THERE, 0644);
        assertThat(heard.held).isEqualTo(100);
        assertThat(heard.moved).isZero();
        assertThat(heard.ended).containsExactly(LISTED);
    }

    @Test
    void bytesOfAnotherSiteAreMoved() {
        opened();
        want(FIRST, PAIRED, NODE);
        block(there(), FIRST);

        assertThat(heard.moved).isEqualTo(100);
        assertThat(heard.held).isZero();
        assertThat(source.originsOf(FILE, FIRST)).containsExactly(new Origin("bdm://there/data", 100));
        assertThat(source.originsOf(FILE, new Epoch(2))).isEmpty();
    }

    @Test
    void whatASiteCannotGiveIsToldAsLostAndAskedOfTheNextPlace() {
        opened();
        want(FIRST, HELD, PAIRED, NODE);
        here().listener.onItemFailed(FILE, FIRST, new MoverException(ErrorCode.SOURCE_READ_ERROR, "the disk"));
        assertThat(heard.lost).isEqualTo(1);
        want(FIRST, HELD, PAIRED, NODE);
        assertThat(there().wanted).hasSize(1);
        there().listener.onItemFailed(FILE, FIRST, new MoverException(ErrorCode.SOURCE_NOT_FOUND, "gone"));
        want(FIRST, HELD, PAIRED, NODE);

        assertThat(nodes.wanted)
                .singleElement()
                .satisfies(wanted -> assertThat(wanted.expected()).isEqualTo(LISTED));
        assertThat(here().wanted).hasSize(1);
        assertThat(heard.failed).isEmpty();
    }

    @Test
    void aHeldFileOfAnotherSizeIsNotReadAtAll() {
        here().there = new FileVersion(99, Instant.EPOCH, Instant.EPOCH, 77);
        opened();
        want(FIRST, HELD, NODE);
        assertThat(heard.lost).isEqualTo(1);
        want(FIRST, HELD, NODE);

        assertThat(here().wanted).isEmpty();
        assertThat(nodes.wanted).hasSize(1);
    }

    @Test
    void aWrongDigestIsThatOfTheHeldFileAndThenDataNodesAreAsked() {
        opened();
        want(FIRST, HELD, NODE);
        block(here(), FIRST);

        assertThat(source.mistrust(FILE, FIRST, PUBLISHED, OTHER, 0))
                .isEqualTo(new DigestVerdict.Again(Optional.of(HELD.location())));
        want(new Epoch(2), HELD, NODE);
        assertThat(nodes.wanted).hasSize(1);
        assertThat(source.mistrust(FILE, new Epoch(2), PUBLISHED, OTHER, 1)).isEqualTo(nodes.verdict);
    }

    @Test
    void aWrongDigestOfBytesFromTwoPlacesBlamesNobody() {
        opened();
        want(FIRST, HELD, NODE);
        block(here(), FIRST);
        here().listener.onItemFailed(FILE, FIRST, new MoverException(ErrorCode.SOURCE_READ_ERROR, "the disk"));
        want(FIRST, HELD, NODE);

        assertThat(source.mistrust(FILE, FIRST, PUBLISHED, OTHER, 0))
                .isEqualTo(new DigestVerdict.Again(Optional.empty()));
    }

    @Test
    void aCopyThatAnEarlierRunFoundWrongIsNotRead() {
        opened();
        want(FIRST, new Copy(HELD.location(), 0, Optional.of(OTHER)), NODE);

        assertThat(here().wanted).isEmpty();
        assertThat(nodes.wanted).hasSize(1);
    }

    @Test
    void aFileThatOnlySitesHaveFailsWithWhatTheySaid() {
        opened();
        want(FIRST, HELD);
        block(here(), FIRST);
        DigestVerdict verdict = source.mistrust(FILE, FIRST, PUBLISHED, OTHER, 0);
        assertThat(verdict).isInstanceOf(DigestVerdict.Wrong.class);
        assertThat(((DigestVerdict.Wrong) verdict).detail())
                .contains(HELD.location().toString(), OTHER.hex());
        want(new Epoch(2), HELD);

        assertThat(heard.failed)
                .singleElement()
                .satisfies(reason -> assertThat(reason.code()).isEqualTo(ErrorCode.CHECKSUM_MISMATCH));
        assertThat(nodes.wanted).isEmpty();
    }

    @Test
    void aSiteThatDoesNotOpenHoldsUpFilesForFiveSecondsOnce() {
        there().opened = new CompletableFuture<>();
        opened();
        want(FIRST, PAIRED, NODE);
        pass(Duration.ofSeconds(4));
        assertThat(heard.lost).isZero();
        pass(Duration.ofSeconds(1));
        assertThat(heard.lost).isEqualTo(1);
        want(FIRST, PAIRED, NODE);
        want(new FileId(5), PAIRED, NODE);
        assertThat(nodes.wanted).extracting(WantedFile::file).containsExactly(FILE, new FileId(5));

        there().opened.complete(null);
        want(new FileId(6), PAIRED, NODE);
        assertThat(there().wanted).extracting(WantedFile::file).containsExactly(new FileId(6));
    }

    @Test
    void aSiteThatIsLeftAloneIsTriedAgainWithoutAnyFileWaitingForIt() {
        there().opened = CompletableFuture.failedFuture(new MoverException(ErrorCode.PEER_UNREACHABLE, "no answer"));
        opened();
        want(FIRST, PAIRED, NODE);
        assertThat(nodes.wanted).hasSize(1);

        there().opened = new CompletableFuture<>();
        pass(WatchedSite.PAUSE);
        want(new FileId(5), PAIRED, NODE);
        assertThat(there().opens).isEqualTo(2);
        assertThat(nodes.wanted).hasSize(2);
        there().opened.complete(null);
        there().answers = new CompletableFuture<>();
        want(new FileId(6), PAIRED, NODE);
        assertThat(nodes.wanted).hasSize(3);
        there().answers.complete(null);
        want(new FileId(7), PAIRED, NODE);
        assertThat(there().wanted).extracting(WantedFile::file).containsExactly(new FileId(7));
    }

    @Test
    void aSiteThatOpensAndThenSaysNothingIsLeftAloneLongerEachTime() {
        there().answers = new CompletableFuture<>();
        opened();
        want(FIRST, PAIRED, NODE);
        pass(SitePlace.ANSWER);
        assertThat(heard.lost).isEqualTo(1);
        assertThat(there().isClosed).isTrue();
        want(FIRST, PAIRED, NODE);
        assertThat(nodes.wanted).hasSize(1);

        pass(WatchedSite.PAUSE);
        want(new FileId(5), PAIRED, NODE);
        want(new FileId(6), PAIRED, NODE);
        assertThat(there().opens).isEqualTo(2);
        pass(SitePlace.ANSWER);
        pass(WatchedSite.PAUSE);
        want(new FileId(7), PAIRED, NODE);
        assertThat(there().opens).isEqualTo(2);
        pass(WatchedSite.PAUSE);
        want(new FileId(8), PAIRED, NODE);
        assertThat(there().opens).isEqualTo(3);
        assertThat(nodes.wanted).hasSize(5);
        assertThat(heard.lost).isEqualTo(1);
    }

    @Test
    void aSiteThatSendsNothingOfWhatItWasAskedForIsLeftAlone() {
        opened();
        want(FIRST, PAIRED, NODE);
        pass(Duration.ofSeconds(40));
        block(there(), FIRST);
        pass(Duration.ofSeconds(40));
        assertThat(there().isClosed).isFalse();
        pass(Duration.ofSeconds(20));
        assertThat(there().isClosed).isTrue();
    }

    @Test
    void aSiteOfWhichNothingIsWantedAnyMoreMayBeSilent() {
        opened();
        want(FIRST, PAIRED, NODE);
        source.cancel(FILE);
        pass(Duration.ofMinutes(5));
        assertThat(there().isClosed).isFalse();
    }

    @Test
    void aFileWhoseConnectionIsLostAgainAndAgainIsTakenFromElsewhere() {
        opened();
        for (int i = 0; i < 3; i++) {
            want(FIRST, PAIRED, NODE);
            there().listener.onItemLost(FILE, FIRST);
        }
        want(FIRST, PAIRED, NODE);
        assertThat(there().wanted).hasSize(3);
        assertThat(nodes.wanted).hasSize(1);
    }

    @Test
    void aFileThatNoDataNodeHasFailsWithWhatEachSiteSaid() {
        here().there = null;
        there().opened = CompletableFuture.failedFuture(new MoverException(ErrorCode.NOT_ALLOWED, "no grant"));
        opened();
        want(FIRST, HELD, PAIRED);
        want(FIRST, HELD, PAIRED);

        assertThat(heard.failed).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(ErrorCode.NOT_ALLOWED);
            assertThat(reason.detail()).contains(HELD.location() + " is no file there", "no grant");
        });
    }

    @Test
    void aFileThatOnlyASilentSiteHasIsTriedAgainLater() {
        there().opened = new CompletableFuture<>();
        opened();
        want(FIRST, PAIRED);
        pass(SitePlace.OPENING);
        want(FIRST, PAIRED);
        assertThat(heard.failed).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(ErrorCode.PEER_UNREACHABLE);
            assertThat(reason.detail()).contains("bdm://there/data");
        });
    }

    @Test
    void whetherAFileIsStillTheSameIsAskedWhereItIsRead() {
        opened();
        Optional<DirectoryEntry> known = source.statusOf(FILE, SHOWN, LISTED, List.of(HELD, NODE))
                .toCompletableFuture()
                .join();
        assertThat(known.orElseThrow().status().version()).isEqualTo(LISTED);
        assertThat(nodes.statuses).isZero();

        here().there = null;
        var unused = source.statusOf(FILE, SHOWN, LISTED, List.of(HELD, NODE))
                .toCompletableFuture()
                .join();
        assertThat(nodes.statuses).isEqualTo(1);
    }

    @Test
    void theLimitOfTheRateIsNotForWhatIsHere() {
        opened().limitRate(1000);
        want(FIRST, HELD, NODE);
        source.want(
                List.of(new WantedFile(new FileId(5), FIRST, SHOWN, LISTED, List.of(WHOLE), false, List.of(PAIRED))));

        assertThat(nodes.rate).isEqualTo(1000);
        assertThat(there().rate).isEqualTo(1000);
        assertThat(here().rate).isZero();
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
    private static final class Heard implements SourceListener {
        final List<FileVersion> ended = new ArrayList<>();
        final List<MoverException> failed = new ArrayList<>();
        int lost;
        long moved;
        long held;

        @Override
        public void onBlock(BlockTag tag, Lease lease) {
            moved += tag.range().length();
            lease.release();
        }

        @Override
        public void onHeldBlock(BlockTag tag, Lease lease) {
            held += tag.range().length();
            lease.release();
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
    private static final class Place implements BlockSource {
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
