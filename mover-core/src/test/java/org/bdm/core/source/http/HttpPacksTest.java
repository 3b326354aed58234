package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.bdm.core.source.http.HttpFixture.netcdf;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.RecordingSourceListener.Received;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Small files of data nodes that may come as pieces of packs. */
class HttpPacksTest {
    private final FakeDataNode node = new FakeDataNode();
    private final RecordingSourceListener listener = new RecordingSourceListener();
    private final CountDownLatch latch = new CountDownLatch(1);
    private final HttpFixture fixture = new HttpFixture(node);

    @AfterEach
    void everyBlockIsBack() {
        latch.countDown();
        fixture.close();
        node.close();
        assertThat(listener.errors()).isEmpty();
    }

    private static WantedFile packable(int number, int size, URI location) {
        return new WantedFile(
                new FileId(number),
                new Epoch(1),
                StorePath.ofUtf8("file-" + number),
                HttpFixture.listed(size),
                List.of(),
                true,
                List.of(new Copy(location, 0)));
    }

    private Received of(int number) {
        return listener.of(new FileId(number));
    }

    private void over(int... numbers) {
        for (int number : numbers) {
            await().pollInterval(5, TimeUnit.MILLISECONDS)
                    .atMost(20, TimeUnit.SECONDS)
                    .until(() -> of(number).isOver());
        }
    }

    @Test
    void smallFilesComeAsFewPacksAndEachEndsOnce() {
        List<WantedFile> files = new ArrayList<>();
        for (int i = 1; i <= 200; i++) files.add(packable(i, 5000 + i, node.put("/" + i + ".nc", netcdf(5000 + i, i))));
        fixture.source(listener).want(files);

        for (int i = 1; i <= 200; i++) {
            over(i);
            assertThat(of(i).content(5000 + i)).isEqualTo(netcdf(5000 + i, i));
            assertThat(of(i).ended).isEqualTo(1);
            assertThat(of(i).version).isEqualTo(HttpFixture.listed(5000 + i));
        }
        assertThat(listener.packs()).isBetween(1, 100);
    }

    @Test
    void aFileThatIsNotThereFailsAlone() {
        fixture.source(listener)
                .want(List.of(
                        packable(1, 100, node.put("/1.nc", netcdf(100, 1))),
                        packable(2, 100, node.url("/missing.nc")),
                        packable(3, 100, node.put("/3.nc", netcdf(100, 3)))));
        over(1, 2, 3);
        assertThat(of(2).failure.code()).isEqualTo(ErrorCode.SOURCE_NOT_FOUND);
        assertThat(of(1).ended).isEqualTo(1);
        assertThat(of(3).content(100)).isEqualTo(netcdf(100, 3));
    }

    @Test
    void aSlowFileHoldsNoOtherBack() {
        node.next("/1.nc", FakeAnswer.after(latch, FakeAnswer.served()));
        fixture.source(listener)
                .want(List.of(
                        packable(1, 100, node.put("/1.nc", netcdf(100, 1))),
                        packable(2, 100, node.put("/2.nc", netcdf(100, 2)))));
        over(2);
        assertThat(of(1).isOver()).isFalse();
        latch.countDown();
        over(1);
        assertThat(of(1).ended).isEqualTo(1);
    }

    @Test
    void aFileThatWasGivenUpAndIsWantedAnewComesInItsNewEpoch() {
        URI location = node.put("/1.nc", netcdf(100, 1));
        node.next("/1.nc", FakeAnswer.after(latch, FakeAnswer.served()));
        HttpSource source = fixture.source(listener);
        source.want(List.of(packable(1, 100, location)));
        source.cancel(new FileId(1));
        source.want(List.of(packable(1, 100, location)));
        latch.countDown();
        over(1);
        assertThat(of(1).ended).isEqualTo(1);
        assertThat(of(1).content(100)).isEqualTo(netcdf(100, 1));
    }

    @Test
    void whatHasComeWhenTheSourceIsClosedIsTold() {
        node.next("/2.nc", FakeAnswer.after(latch, FakeAnswer.served()));
        HttpSource source = fixture.source(listener);
        source.want(List.of(
                packable(1, 100, node.put("/1.nc", netcdf(100, 1))),
                packable(2, 100, node.put("/2.nc", netcdf(100, 2)))));
        await().until(() -> node.requests().size() == 2);
        source.close();
        over(1, 2);
        assertThat(of(2).lost).isEqualTo(1);
        assertThat(of(1).ended + of(1).lost).isEqualTo(1);
    }

    @Test
    void aFileWithoutBytesNeedsNoPack() {
        fixture.source(listener).want(List.of(packable(1, 0, node.put("/empty.nc", new byte[0]))));
        over(1);
        assertThat(of(1).ended).isEqualTo(1);
        assertThat(listener.packs()).isZero();
    }
}
