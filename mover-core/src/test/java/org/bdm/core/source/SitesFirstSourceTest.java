package org.bdm.core.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
    private long now;
    private final SitesFirstSource source = new SitesFirstSource(nodes, new Sites(), () -> now);

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
    void aSiteThatDoesNotOpenHoldsUpFewFilesAndIsTriedAgainLater() {
        there().opened = new CompletableFuture<>();
        opened();
        want(FIRST, PAIRED, NODE);
        now += Duration.ofSeconds(6).toNanos();
        source.want(List.of(
                new WantedFile(new FileId(5), FIRST, SHOWN, LISTED, List.of(WHOLE), false, List.of(PAIRED, NODE))));
        assertThat(nodes.wanted).extracting(WantedFile::file).containsExactly(new FileId(5));

        there().opened.completeExceptionally(new MoverException(ErrorCode.PEER_UNREACHABLE, "no answer"));
        assertThat(heard.lost).isEqualTo(1);
        want(FIRST, PAIRED, NODE);
        assertThat(nodes.wanted).hasSize(2);

        now += Duration.ofMinutes(2).toNanos();
        there().opened = CompletableFuture.completedFuture(null);
        source.want(List.of(
                new WantedFile(new FileId(6), FIRST, SHOWN, LISTED, List.of(WHOLE), false, List.of(PAIRED, NODE))));
        assertThat(there().wanted).extracting(WantedFile::file).containsExactly(new FileId(6));
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
        public BlockSource connect(SiteName site, ExportName export) {
            return sites.get(site + "/" + export);
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
        FileVersion there = THERE;
        SourceListener listener;
        int statuses;
        long rate;

        @Override
        public SourceLimits limits() {
            return new SourceLimits(128, 1 << 20, 100, 0, false);
        }

        @Override
        public CompletionStage<Void> open(SourceListener told) {
            listener = told;
            return opened;
        }

        @Override
        public CompletionStage<Optional<DirectoryEntry>> status(StorePath path) {
            statuses++;
            Optional<DirectoryEntry> entry = Optional.ofNullable(there)
                    .map(version ->
                            new DirectoryEntry(path.name(), new FileStatus(FileKind.FILE, version, 0644, null), null));
            return CompletableFuture.completedFuture(entry);
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
        public void close() {}
    }
}
