package org.bdm.core.source.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.bdm.core.source.http.HttpFixture.netcdf;
import static org.bdm.core.source.http.HttpFixture.unvouched;
import static org.bdm.core.source.http.HttpFixture.wanted;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.RecordingSourceListener.Received;
import org.bdm.core.source.WantedFile;
import org.bdm.core.source.http.node.HttpConnection;
import org.bdm.core.source.http.question.HttpLook;
import org.bdm.core.source.http.question.Validators;
import org.bdm.core.store.FileVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How files are asked for: connections, ranges, copies, what is remembered. */
class HttpSourceTest {
    private static final int MIB = 1 << 20;
    private static final String PATH = "/a.nc";

    private final FakeDataNode first = new FakeDataNode();
    private final FakeDataNode second = new FakeDataNode();
    private final RecordingSourceListener listener = new RecordingSourceListener();
    private final CountDownLatch latch = new CountDownLatch(1);
    private HttpFixture fixture = new HttpFixture(first, second);

    @AfterEach
    void everyBlockIsBack() {
        latch.countDown();
        fixture.close();
        first.close();
        second.close();
    }

    // ---- requests ----

    @Test
    void requestsSayWhoAsksAndWantNoEncoding() {
        byte[] bytes = netcdf(1000, 1);
        HttpSource source = fixture.source(listener);
        first.put("/d//x/%41.nc?v=1%2F2", bytes);
        source.want(List.of(wanted(1, 1000, first.url("/d//x/%41.nc?v=1%2F2"))));
        over(1);
        FakeRequest request = first.requests().get(0);
        assertThat(request.path()).as("byte for byte").isEqualTo("/d//x/%41.nc?v=1%2F2");
        assertThat(request.fields())
                .containsEntry("user-agent", "bdm-test/1 (+mailto:nobody@example.org)")
                .containsEntry("accept-encoding", "identity")
                .containsEntry("host", first.authority())
                .doesNotContainKeys("range", "authorization");
    }

    @Test
    void smallFilesShareConnectionsUpToTheLimitOfTheNode() {
        List<WantedFile> files = new ArrayList<>();
        for (int i = 1; i <= 200; i++) files.add(wanted(i, 5000 + i, first.put("/" + i + ".nc", netcdf(5000 + i, i))));
        for (int i = 1; i <= 6; i++) first.next("/" + i + ".nc", FakeAnswer.after(latch, FakeAnswer.served()));
        fixture.source(listener).want(files);
        until(() -> first.requests().size() == 6);
        latch.countDown();
        for (int i = 1; i <= 200; i++) {
            assertThat(over(i).content(5000 + i)).isEqualTo(netcdf(5000 + i, i));
        }
        assertThat(first.connections()).isLessThanOrEqualTo(6);
        assertThat(first.requestsAtOnce()).isEqualTo(6);
        assertThat(first.requests()).hasSize(200);
    }

    @Test
    void connectionsOfOneSourceAreOnAllLoops() {
        List<WantedFile> files = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            files.add(wanted(i, 5000, first.put("/" + i + ".nc", netcdf(5000, i))));
            first.next("/" + i + ".nc", FakeAnswer.after(latch, FakeAnswer.served()));
        }
        fixture.source(listener).want(files);
        until(() -> first.requests().size() == 4);
        latch.countDown();
        for (int i = 1; i <= 4; i++) assertThat(over(i).content(5000)).isEqualTo(netcdf(5000, i));
        until(() -> fixture.nodes.view().get(0).connectionsIdle() == 4);
        List<HttpConnection> idle = fixture.nodes.node(first.authority()).removeAllIdle();
        assertThat(idle.stream().map(HttpConnection::loop).distinct()).hasSize(2);
        idle.forEach(HttpConnection::close);
    }

    @Test
    void connectionThatTheNodeClosedIsReplacedWithoutAWord() {
        HttpSource source = fixture.source(listener);
        source.want(List.of(wanted(1, 1000, first.put("/1.nc", netcdf(1000, 1)))));
        over(1);
        first.next("/2.nc", (node, request, out) -> false); // closed as the request comes
        source.want(List.of(wanted(2, 1000, first.put("/2.nc", netcdf(1000, 2)))));
        assertThat(over(2).failure).isNull();
        assertThat(fixture.nodes.view().get(0).failuresInARow()).isZero();
    }

    @Test
    void bigFileComesInParallelRangesOfOneCopy() {
        int size = 40 * MIB;
        first.put(PATH, netcdf(size, 1));
        HttpSource source = fixture.source(listener);
        source.want(List.of(wanted(1, size, first.url(PATH))));
        assertThat(over(1).content(size)).isEqualTo(netcdf(size, 1));
        List<FakeRequest> requests = first.requests(PATH);
        assertThat(requests.size()).isBetween(2, 3);
        assertThat(requests.get(1).fields()).as("a digest decides").doesNotContainKey("if-range");
    }

    @Test
    void bigFileComesFromTwoNodesWhenOneHasNoMoreConnections() {
        fixture.close();
        fixture = new HttpFixture(32, 1, Map.of(), first, second);
        int size = 40 * MIB;
        byte[] bytes = netcdf(size, 1);
        first.put(PATH, bytes);
        second.put(PATH, bytes);
        fixture.source(listener).want(List.of(wanted(1, size, first.url(PATH), second.url(PATH))));
        assertThat(over(1).content(size)).isEqualTo(bytes);
        assertThat(first.requests(PATH)).isNotEmpty();
        assertThat(second.requests(PATH)).isNotEmpty();
    }

    // ---- limits ----

    @Test
    void twoJobsShareTheConnectionsOfANode() {
        List<WantedFile> ofFirst = new ArrayList<>();
        List<WantedFile> ofSecond = new ArrayList<>();
        for (int i = 1; i <= 12; i++) {
            URI location = first.put("/" + i + ".nc", netcdf(1000, i));
            first.next("/" + i + ".nc", FakeAnswer.after(latch, FakeAnswer.served()));
            (i <= 6 ? ofFirst : ofSecond).add(wanted(i, 1000, location));
        }
        RecordingSourceListener other = new RecordingSourceListener();
        HttpSource one = fixture.source(listener);
        HttpSource two = fixture.source(other);
        one.want(ofFirst);
        until(() -> first.requests().size() == 6);
        two.want(ofSecond);
        assertThat(one.streams()).isEqualTo(6);
        latch.countDown();
        for (int i = 1; i <= 6; i++) over(i);
        until(() -> ofSecond.stream().allMatch(file -> other.of(file.file()).isOver()));
        assertThat(first.requestsAtOnce()).isEqualTo(6);
    }

    @Test
    void withoutAFreeBlockNothingIsRead() {
        fixture.close();
        fixture = new HttpFixture(2, 6, Map.of(), first);
        HttpSource source = fixture.source(listener);
        listener.beforeBlock(() -> assertThat(fixture.cache.blocksFree()).isGreaterThanOrEqualTo(0));
        List<WantedFile> files = new ArrayList<>();
        for (int i = 1; i <= 8; i++) files.add(wanted(i, 3 * MIB, first.put("/" + i + ".nc", netcdf(3 * MIB, i))));
        source.want(files);
        for (int i = 1; i <= 8; i++) assertThat(over(i).content(3 * MIB)).isEqualTo(netcdf(3 * MIB, i));
    }

    @Test
    void rateIsLimited() {
        HttpSource source = fixture.source(listener);
        source.limitRate(4 * MIB);
        long begun = System.nanoTime();
        source.want(List.of(wanted(1, 2 * MIB, first.put(PATH, netcdf(2 * MIB, 1)))));
        over(1);
        assertThat(System.nanoTime() - begun).isBetween(300_000_000L, 3_000_000_000L);
    }

    // ---- restarts ----

    @Test
    void afterARestartOnlyWhatIsMissingIsAskedForFromTheSameContent() {
        int size = 12 * MIB;
        byte[] bytes = netcdf(size, 1);
        fixture.memory = new HttpFixture.KeptValidators();
        first.put(PATH, FakeFile.of(bytes).ofThredds());
        fixture.source(listener).want(List.of(wanted(1, size, first.url(PATH))));
        over(1);
        ByteRange missing = new ByteRange(5 * MIB, 7 * MIB);
        RecordingSourceListener later = new RecordingSourceListener();
        fixture.source(later).want(List.of(wanted(1, 1, size, List.of(missing), first.url(PATH))));
        until(() -> later.of(wanted(1, size).file()).isOver());
        Received resumed = later.of(wanted(1, size).file());
        assertThat(resumed.failure).isNull();
        assertThat(resumed.ranges.ranges()).containsExactly(missing);
    }

    @Test
    void afterARestartAReplacedFileIsNoticed() {
        int size = 12 * MIB;
        fixture.memory = new HttpFixture.KeptValidators();
        first.put(PATH, FakeFile.of(netcdf(size, 1)).ofThredds());
        fixture.source(listener).want(List.of(wanted(1, size, first.url(PATH))));
        over(1);
        first.put(PATH, FakeFile.of(netcdf(size, 2)).ofThredds());
        RecordingSourceListener later = new RecordingSourceListener();
        HttpSource source = fixture.source(later);
        WantedFile rest = unvouched(wanted(1, 1, size, List.of(new ByteRange(5 * MIB, 7 * MIB)), first.url(PATH)));
        FileVersion now = source.statusOf(rest.file(), rest.path(), rest.expected(), rest.copies())
                .toCompletableFuture()
                .join()
                .orElseThrow()
                .status()
                .version();
        assertThat(now.sameButForChangeTime(rest.expected())).isFalse();
        HttpSource another = fixture.source(later);
        another.want(List.of(rest));
        until(() -> later.of(rest.file()).isOver());
        assertThat(later.of(rest.file()).failure.code()).isEqualTo(ErrorCode.SOURCE_CHANGED);
        assertThat(later.of(rest.file()).ranges.isEmpty()).isTrue();
    }

    @Test
    void fileWhoseEarlierContentNobodyKnowsIsBegunAnew() {
        fixture.memory = new HttpFixture.KeptValidators();
        first.put(PATH, netcdf(MIB, 1));
        WantedFile rest = wanted(1, 1, MIB, List.of(new ByteRange(1000, MIB - 1000)), first.url(PATH));
        HttpSource source = fixture.source(listener);
        source.want(List.of(rest));
        assertThat(over(1).failure.code()).isEqualTo(ErrorCode.SOURCE_CHANGED);
        listener.again(rest.file());
        source.want(List.of(wanted(1, 2, MIB, List.of(new ByteRange(0, MIB)), first.url(PATH))));
        assertThat(over(1).content(MIB)).isEqualTo(netcdf(MIB, 1));
    }

    @Test
    void fileOfWhichASiteMayHaveBroughtTheBeginningIsGoneOnWith() {
        fixture.memory = new HttpFixture.KeptValidators();
        int size = 12 * MIB;
        first.put(PATH, netcdf(size, 1));
        ByteRange missing = new ByteRange(5 * MIB, 7 * MIB);
        WantedFile rest = wanted(1, 1, size, List.of(missing), first.url(PATH));
        List<Copy> copies = new ArrayList<>(rest.copies());
        copies.add(0, Copy.atSite("bdm://there/data/a.nc", 0));
        fixture.source(listener)
                .want(List.of(new WantedFile(
                        rest.file(), rest.epoch(), rest.path(), rest.expected(), rest.ranges(), false, copies)));
        assertThat(over(1).failure).isNull();
        assertThat(over(1).ranges.ranges()).containsExactly(missing);
    }

    @Test
    void memoryThatFailsOnceFailsTheFileForNow() {
        int size = 12 * MIB;
        HttpFixture.KeptValidators kept = new HttpFixture.KeptValidators();
        AtomicBoolean isDown = new AtomicBoolean(true);
        fixture.memory = new ValidatorMemory() {
            @Override
            public CompletionStage<Optional<Validators>> recall(FileId file, URI location) {
                return isDown.getAndSet(false)
                        ? CompletableFuture.failedFuture(new MoverException(ErrorCode.CATALOG_UNAVAILABLE, "down"))
                        : kept.recall(file, location);
            }

            @Override
            public CompletionStage<Void> remember(FileId file, URI location, Validators validators) {
                return kept.remember(file, location, validators);
            }
        };
        WantedFile file = wanted(1, size, first.put(PATH, netcdf(size, 1)));
        HttpSource source = fixture.source(listener);
        source.want(List.of(file));
        assertThat(over(1).failure.code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE);
        listener.again(file.file());
        source.want(List.of(file));
        assertThat(over(1).content(size)).isEqualTo(netcdf(size, 1));
    }

    @Test
    void statusOfAFileThatIsAsItWasReadIsTheListedOne() {
        first.put(PATH, netcdf(MIB, 1));
        WantedFile file = wanted(1, MIB, first.url(PATH));
        HttpSource source = fixture.source(listener);
        source.want(List.of(file));
        over(1);
        FileVersion now = source.statusOf(file.file(), file.path(), file.expected(), file.copies())
                .toCompletableFuture()
                .join()
                .orElseThrow()
                .status()
                .version();
        assertThat(now).isEqualTo(file.expected());
    }

    // ---- wrong digests ----

    @Test
    void afterAWrongDigestTheFileComesWholeFromAnotherCopy() {
        byte[] wrong = netcdf(MIB, 66);
        byte[] right = netcdf(MIB, 1);
        WantedFile file = wanted(1, MIB, first.put(PATH, wrong), second.put(PATH, right));
        HttpSource source = fixture.source(listener);
        source.want(List.of(file));
        assertThat(over(1).content(MIB)).isEqualTo(wrong);
        Checksum published = Checksum.ofHex(ChecksumAlgorithm.MD5, "0".repeat(32));
        Checksum found = Checksum.ofHex(ChecksumAlgorithm.MD5, "1".repeat(32));
        assertThat(source.mistrust(file.file(), new Epoch(1), published, found, 0))
                .isInstanceOf(DigestVerdict.Again.class);
        listener.again(file.file());
        listener.of(file.file()).ranges.remove(new ByteRange(0, MIB));
        source.want(List.of(wanted(1, 2, MIB, List.of(new ByteRange(0, MIB)), first.url(PATH), second.url(PATH))));
        assertThat(over(1).content(MIB)).isEqualTo(right);
        assertThat(source.mistrust(file.file(), new Epoch(2), published, found, 1))
                .isInstanceOf(DigestVerdict.Disputed.class);
    }

    // ---- looks ----

    @Test
    void lookTellsSizeTimeAndIdentity() {
        first.put("/d/some%20file.nc", FakeFile.of(netcdf(1234, 1)));
        var entry = new HttpLook(fixture.nodes)
                .look(new Copy(first.url("/d/some%20file.nc"), 0))
                .toCompletableFuture()
                .join();
        assertThat(entry.name().shown()).contains("some file.nc");
        assertThat(entry.status().version().size()).isEqualTo(1234);
        assertThat(entry.status().version().inode()).isNotZero();
        assertThat(first.requests().get(0).method()).isEqualTo("HEAD");
    }

    @Test
    void lookAsksForAByteWhereHeadIsRefused() {
        first.put(PATH, FakeFile.of(netcdf(1234, 1)).ofThredds());
        first.next(PATH, FakeAnswer.status(405, "no HEAD"));
        var entry = new HttpLook(fixture.nodes)
                .look(new Copy(first.url(PATH), 0))
                .toCompletableFuture()
                .join();
        assertThat(entry.status().version().size()).isEqualTo(1234);
        assertThat(entry.status().version().inode()).isZero();
        assertThat(first.requests().get(1).range()).isEqualTo("bytes=0-0");
    }

    @Test
    void lookAtNothingFails() {
        assertThat(new HttpLook(fixture.nodes)
                        .look(new Copy(first.url("/none.nc"), 0))
                        .toCompletableFuture())
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withMessageContaining("404");
    }

    // ---- how ----

    private Received over(int number) {
        WantedFile file = wanted(number, 1);
        until(() -> listener.of(file.file()).isOver());
        assertThat(listener.errors()).isEmpty();
        return listener.of(file.file());
    }

    private static void until(Callable<Boolean> condition) {
        await().pollDelay(0, MILLISECONDS)
                .pollInterval(5, MILLISECONDS)
                .atMost(15, SECONDS)
                .until(condition);
    }
}
