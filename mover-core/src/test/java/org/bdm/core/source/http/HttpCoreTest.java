package org.bdm.core.source.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.bdm.core.source.http.HttpFixture.netcdf;
import static org.bdm.core.source.http.HttpFixture.unvouched;
import static org.bdm.core.source.http.HttpFixture.wanted;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.source.WantedFile;
import org.bdm.core.transfer.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How requests are begun, ended and counted, and what nodes are told of them. */
class HttpCoreTest extends TwoDataNodes {
    private static byte[] beginningWith(String start) {
        byte[] bytes = new byte[SIZE];
        byte[] begin = start.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(begin, 0, bytes, 0, begin.length);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(strings = {"CDF\u0001", "CDF\u0002", "CDF\u0005", "\u0089HDF"})
    void everyFormatOfNetcdfIsTaken(String start) {
        byte[] bytes = beginningWith(start);
        WantedFile file = ask(SIZE, first.put("/a.NC", bytes));
        assertThat(over(file).failure).isNull();
        assertThat(over(file).content(SIZE)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"CDF\u0003", "CDG\u0001", "CXF\u0001", "xDF\u0001", "\u0089HDG", "\u0089HXF", "\u0089xDF", "xHDF"
            })
    void whatBeginsLikeNoNetcdfIsRefusedUnderThatName(String start) {
        byte[] bytes = beginningWith(start);
        WantedFile named = unvouched(wanted(1, SIZE, first.put("/a.nc", bytes)));
        source().want(List.of(named));
        assertFailed(named, ErrorCode.NOT_DATA);
        WantedFile other = wanted(2, SIZE, first.put("/a.txt", bytes));
        source().want(List.of(other));
        assertThat(over(other).failure).isNull();
    }

    @Test
    void tinyFileThatIsTooShortForAFormatIsNoNetcdf() {
        WantedFile file = unvouched(wanted(1, 3, first.put("/a.nc", new byte[] {'C', 'D', 'F'})));
        source().want(List.of(file));
        assertFailed(file, ErrorCode.NOT_DATA);
    }

    @Test
    void fileThatIsWantedInANewEpochIsNoLongerFetchedInTheOld() {
        first.put(PATH, BYTES);
        first.next(PATH, FakeAnswer.silentAfter(HttpFixture.BLOCK_BYTES, latch));
        WantedFile old = ask(SIZE, first.url(PATH));
        until(() -> listener.of(old.file()).ranges.lengthTotal() > 0);
        WantedFile anew = wanted(1, 2, SIZE, List.of(new ByteRange(0, SIZE)), first.url(PATH));
        listener.of(old.file()).ranges.remove(new ByteRange(0, SIZE));
        source().want(List.of(anew));
        assertThat(over(anew).failure).isNull();
        assertThat(over(anew).content(SIZE)).isEqualTo(BYTES);
        assertThat(source().originsOf(anew.file(), new Epoch(2)))
                .extracting(Origin::place, Origin::bytes)
                .containsExactly(tuple(first.authority(), (long) SIZE));
        assertThat(source().originsOf(anew.file(), new Epoch(1))).isEmpty();
    }

    @Test
    void cancelledFilesGiveTheirConnectionsToOthers() {
        List<WantedFile> stuck = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            first.put("/stuck" + i, BYTES);
            first.next("/stuck" + i, FakeAnswer.silentAfter(1000, latch));
            stuck.add(wanted(i, SIZE, first.url("/stuck" + i)));
        }
        source().want(stuck);
        until(() -> first.requests().size() == 6);
        assertThat(source().streams()).isEqualTo(6);
        WantedFile other = wanted(7, SIZE, first.put(PATH, BYTES));
        source().want(List.of(other));
        stuck.forEach(file -> source().cancel(file.file()));
        assertThat(over(other).content(SIZE)).isEqualTo(BYTES);
        stuck.forEach(file -> assertThat(listener.of(file.file()).isOver()).isFalse());
        until(() -> source().streams() == 0);
    }

    @Test
    void whatIsWantedOfAClosedSourceIsLostAndNothingIsAsked() {
        HttpSource closed = source();
        first.put(PATH, BYTES);
        closed.close();
        WantedFile file = wanted(1, SIZE, first.url(PATH));
        assertThatThrownBy(() -> closed.statusOf(file.file(), file.path(), file.expected(), file.copies())
                        .toCompletableFuture()
                        .get(10, SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
        closed.want(List.of(file));
        until(() -> listener.of(file.file()).lost == 1);
        assertThat(first.requests()).isEmpty();
    }

    @Test
    void filesUnderWayAreLostOnceWhenTheSourceIsClosed() {
        first.put(PATH, BYTES);
        first.always(PATH, FakeAnswer.silentAfter(1000, latch));
        WantedFile file = ask(SIZE, first.url(PATH));
        until(() -> first.requests().size() == 1);
        source().close();
        until(() -> listener.of(file.file()).lost == 1);
    }

    @Test
    void fileWithoutACopyOnTheWebFailsAtOnceAndTheOthersArrive() {
        WantedFile none = wanted(1, SIZE, URI.create("ftp://a.example/a.nc"));
        WantedFile other = wanted(2, SIZE, first.put(PATH, BYTES));
        source().want(List.of(none, other));
        assertFailed(none, ErrorCode.UNSUPPORTED);
        assertThat(over(other).content(SIZE)).isEqualTo(BYTES);
    }

    @Test
    void rateIsSharedByTheRequestsThatRun() {
        source().limitRate(2 << 20);
        List<WantedFile> files = new ArrayList<>();
        for (int i = 1; i <= 3; i++) files.add(wanted(i, 1 << 20, first.put("/" + i, netcdf(1 << 20, i))));
        long begun = System.nanoTime();
        source().want(files);
        files.forEach(file -> assertThat(over(file).failure).isNull());
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        assertThat(took)
                .as("3 MiB at 2 MiB/s, of which a part may come at once")
                .isGreaterThan(Duration.ofMillis(700));
    }

    @Test
    void rateOfADataNodeIsSharedByTheRequestsThatRunAtIt() {
        fixture.nodes.limit(first.authority(), 2 << 20, 0);
        List<WantedFile> files = new ArrayList<>();
        for (int i = 1; i <= 3; i++) files.add(wanted(i, 1 << 20, first.put("/" + i, netcdf(1 << 20, i))));
        long begun = System.nanoTime();
        source().want(files);
        files.forEach(file -> assertThat(over(file).failure).isNull());
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .as("3 MiB at 2 MiB/s, of which a part may come at once")
                .isGreaterThan(Duration.ofMillis(700));
        assertThat(fixture.nodes.bytesArrived(first.authority())).isEqualTo(3 << 20);
    }

    @Test
    void limitOfADataNodeHoldsFromItsFirstRequestOnAndIsSetAnewWhileNothingIsAsked() {
        fixture.nodes.firstLimits((node, allowance) -> allowance.limit(2 << 20, 1));
        List<WantedFile> files = new ArrayList<>();
        for (int i = 1; i <= 3; i++) files.add(wanted(i, 1 << 20, first.put("/" + i, netcdf(1 << 20, i))));
        long begun = System.nanoTime();
        source().want(files);
        assertThat(fixture.nodes.connectionsBusy(first.authority())).isLessThanOrEqualTo(1);
        files.forEach(file -> assertThat(over(file).failure).isNull());
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofMillis(700));

        fixture.nodes.firstLimits((node, allowance) -> allowance.limit(7, 2));
        fixture.nodes.limitAllBut(Set.of(first.authority()));
        assertThat(fixture.nodes.node(first.authority()).allowance().rateOfConnection())
                .isEqualTo(2 << 20);
        fixture.nodes.limitAllBut(Set.of());
        assertThat(fixture.nodes.node(first.authority()).allowance().rateOfConnection())
                .isEqualTo(7);
    }

    @Test
    void nodeThatBroughtAFileHasARateAndNoTrouble() {
        assertArrived(ask(SIZE, first.put(PATH, BYTES)));
        until(() -> fixture.nodes.node(first.authority()).bytesPerSecond().isPresent());
        assertThat(view(first).trouble()).isEmpty();
    }

    @Test
    void nodeThatBreaksOffAfterMuchIsInTroubleAndNotDown() {
        byte[] large = netcdf(4 << 20, 1);
        first.put(PATH, large);
        for (int i = 0; i < 6; i++) first.next(PATH, FakeAnswer.cutAfter(3 << 20));
        WantedFile file = wanted(1, large.length, first.url(PATH), second.put(PATH, large));
        source().want(List.of(file));
        assertThat(over(file).content(large.length)).isEqualTo(large);
        assertThat(fixture.nodes.node(first.authority()).isBreakerOpen()).isFalse();
    }

    @Test
    void everyBlockOfAFileThatSendsTooMuchIsGivenBackAndTheFileFails() {
        first.always(PATH, FakeAnswer.raw("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + "x".repeat(5000)));
        WantedFile file = wanted(1, 100, first.url(PATH));
        source().want(List.of(file));
        assertThat(over(file).failure).isNotNull();
        assertThat(over(file).ranges.isEmpty()).isTrue();
    }
}
