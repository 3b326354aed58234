package org.bdm.server.catalog.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.failure;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class HandoversContractTest {
    private static final ExportName IN = new ExportName("in");
    private static final Handover.Order ORDER = new Handover.Order("ann", "globus", "8896f38e", IN, "CMIP6.a.b");
    private static final Checksum SHA256 = Checksum.ofHex(ChecksumAlgorithm.SHA256, "ab".repeat(32));
    private static final Checksum MD5 = Checksum.ofHex(ChecksumAlgorithm.MD5, "cd".repeat(16));

    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        open.close();
    }

    private Handovers handovers() {
        return open.catalog.handovers();
    }

    private HandoverSteps steps() {
        return open.catalog.handoverSteps();
    }

    private static StorePath path(String text) {
        return StorePath.of(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static HandedFile file(int number, String path) {
        return HandedFile.wanted(number, path(path), "/css03/" + path, "CMIP6.a.b.v1", 10, List.of(SHA256, MD5));
    }

    private long added(String... paths) {
        List<HandedFile> files = new ArrayList<>();
        for (String path : paths) files.add(file(files.size() + 1, path));
        return handovers().add(ORDER, files).join().number();
    }

    private Handover now(long number) {
        return handovers().find(number).orElseThrow();
    }

    private List<HandedFile> files(long number) {
        return handovers().files(number, EnumSet.allOf(HandedFileState.class), 0, 100);
    }

    @Test
    void orderAndFilesOutliveARestart() {
        long number = added("d/1.nc", "d/\u00ff b.nc");
        open.reopen();
        Handover kept = now(number);
        assertThat(kept.order()).isEqualTo(ORDER);
        assertThat(kept.state()).isEqualTo(HandoverState.COMPARING);
        assertThat(kept.sent()).isEqualTo(new Handover.Sent(0, null, null, null));
        assertThat(files(number)).containsExactly(file(1, "d/1.nc"), file(2, "d/\u00ff b.nc"));
        assertThat(handovers().counts(number)).containsExactly(new HandedCount(HandedFileState.WANTED, 2, 20));
    }

    @Test
    void fileIsInOneOpenHandoverOnly() {
        long number = added("d/1.nc", "d/2.nc");
        assertThat(handovers().inHands(IN, List.of(path("d/2.nc"), path("d/3.nc"))))
                .containsExactly(path("d/2.nc"));
        assertThat(handovers().inHands(new ExportName("data"), List.of(path("d/2.nc"))))
                .isEmpty();
        assertThat(failure(handovers().add(ORDER, List.of(file(1, "d/2.nc")))).code())
                .isEqualTo(ErrorCode.DUPLICATE_DESTINATION);
        steps().end(number, Awaited.NOBODY, "all are there").join();
        assertThat(added("d/2.nc")).isGreaterThan(number);
    }

    @Test
    void idOfTheSubmissionIsKeptOnceBeforeTheTaskAndOutlivesARestart() {
        long number = added("d/1.nc");
        steps().submit(number, Set.of(HandedFileState.WANTED)).join();
        assertThat(steps().prepared(number, "id-1", "f".repeat(64), Instant.EPOCH)
                        .join())
                .isTrue();
        assertThat(steps().prepared(number, "id-2", "e".repeat(64), Instant.EPOCH)
                        .join())
                .isFalse();
        open.reopen();
        assertThat(now(number).sent()).isEqualTo(new Handover.Sent(1, "id-1", "f".repeat(64), null));
        assertThat(files(number)).extracting(HandedFile::state).containsExactly(HandedFileState.HANDED);
        Instant next = Instant.parse("2026-11-20T11:00:00Z");
        assertThat(steps().taken(number, "task-9", Awaited.CARRIER, "", next).join())
                .isTrue();
        assertThat(now(number).sent().task()).isEqualTo("task-9");
        assertThat(now(number).state()).isEqualTo(HandoverState.WAITING);
        assertThat(now(number).progress().nextAt()).isEqualTo(next);
    }

    @Test
    void progressIsKeptWithItsFaultsOnlyWhenBytesMovedAndBeginsAnewWithEachList() {
        long number = added("d/1.nc");
        steps().submit(number, Set.of(HandedFileState.WANTED)).join();
        steps().prepared(number, "id-1", "f".repeat(64), Instant.EPOCH).join();
        steps().taken(number, "task-9", Awaited.CARRIER, "", Instant.EPOCH).join();
        Instant moved = Instant.parse("2026-11-20T11:00:00Z");
        steps().moved(number, 7, 3, moved).join();
        steps().moved(number, 7, 4, moved.plusSeconds(60)).join();
        Handover.Progress progress = now(number).progress();
        assertThat(progress.bytesMoved()).isEqualTo(7);
        assertThat(progress.faults()).isEqualTo(3);
        assertThat(progress.movedAt()).isEqualTo(moved);
        steps().compare(number, true, "").join();
        steps().submit(number, Set.of(HandedFileState.HANDED)).join();
        steps().prepared(number, "id-2", "e".repeat(64), moved).join();
        assertThat(now(number).progress().faults()).isZero();
    }

    @Test
    void stepsAfterACancelChangeNothingButTheTaskIsKept() {
        long number = added("d/1.nc");
        steps().submit(number, Set.of(HandedFileState.WANTED)).join();
        steps().prepared(number, "id-1", "f".repeat(64), Instant.EPOCH).join();
        assertThat(handovers().cancel(number).join().state()).isEqualTo(HandoverState.CANCELLING);
        assertThat(steps().taken(number, "task-9", Awaited.CARRIER, "", Instant.EPOCH)
                        .join())
                .isFalse();
        assertThat(steps().compare(number, false, "").join()).isFalse();
        assertThat(now(number).state()).isEqualTo(HandoverState.CANCELLING);
        assertThat(now(number).sent().task()).isEqualTo("task-9");
        steps().cancelled(number, "stopped").join();
        assertThat(now(number).state()).isEqualTo(HandoverState.CANCELLED);
        assertThat(handovers().cancel(number).join().state()).isEqualTo(HandoverState.CANCELLED);
    }

    @Test
    void againHandsOverWhatIsNotThereUnderANewId() {
        long number = added("d/1.nc", "d/2.nc", "d/3.nc");
        steps().submit(number, Set.of(HandedFileState.WANTED)).join();
        steps().prepared(number, "id-1", "f".repeat(64), Instant.EPOCH).join();
        assertThat(failure(handovers().again(number, false)).code()).isEqualTo(ErrorCode.ILLEGAL_STATE);
        steps().taken(number, "task-9", Awaited.CARRIER, "", Instant.EPOCH).join();
        steps().compare(number, false, "").join();
        steps().compared(
                        number,
                        List.of(
                                file(1, "d/1.nc").in(HandedFileState.RIGHT, ""),
                                file(2, "d/2.nc").in(HandedFileState.PARTIAL, "x".repeat(3000)),
                                file(3, "d/3.nc").in(HandedFileState.OCCUPIED, "other")),
                        3)
                .join();
        steps().end(number, Awaited.PERSON, "1 of 3").join();
        assertThat(files(number).get(1).says()).hasSize(1000);
        assertThat(handovers().forPeople(10)).hasSize(1);
        Handover again = handovers().again(number, false).join();
        assertThat(again.state()).isEqualTo(HandoverState.SUBMITTING);
        assertThat(again.sent()).isEqualTo(new Handover.Sent(1, null, null, null));
        assertThat(again.endedAt()).isNull();
        assertThat(files(number))
                .extracting(HandedFile::state)
                .containsExactly(HandedFileState.RIGHT, HandedFileState.WANTED, HandedFileState.OCCUPIED);
        assertThat(handovers().forPeople(10)).isEmpty();
    }

    @Test
    void pagesHaveTheNewestFirst() {
        long first = added("d/1.nc");
        long second = added("d/2.nc");
        var page = handovers().page(null, 1);
        assertThat(page.rows()).extracting(Handover::number).containsExactly(second);
        assertThat(handovers().page(page.nextCursor(), 1).rows())
                .extracting(Handover::number)
                .containsExactly(first);
        assertThat(handovers().due(Instant.EPOCH)).extracting(Handover::number).containsExactly(first, second);
    }

    @Test
    void oneIsDueFromTheTimeOfItsNextStepOn() {
        Instant next = Instant.parse("2026-02-03T04:05:06Z");
        assertThat(handovers().hasDue(next)).isFalse();
        long number = added("d/1.nc");
        assertThat(handovers().hasDue(Instant.EPOCH)).isTrue();
        steps().later(handovers().find(number).orElseThrow(), Awaited.CARRIER, "", next)
                .join();
        assertThat(handovers().hasDue(next.minusMillis(1))).isFalse();
        assertThat(handovers().due(next.minusMillis(1))).isEmpty();
        assertThat(handovers().hasDue(next)).isTrue();
        assertThat(handovers().due(next)).extracting(Handover::number).containsExactly(number);
    }
}
