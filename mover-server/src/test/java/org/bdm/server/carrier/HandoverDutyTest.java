package org.bdm.server.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bdm.core.store.PlayedHsm;
import org.bdm.core.store.Presence;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.handover.Awaited;
import org.bdm.server.catalog.handover.HandedFile;
import org.bdm.server.catalog.handover.HandedFileState;
import org.bdm.server.catalog.handover.Handover;
import org.bdm.server.catalog.handover.HandoverState;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.holding.survey.HeldTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The steps of handovers, over a real catalog and real files; each pass is of a duty that knows nothing but the catalog. */
class HandoverDutyTest {
    private static final CarrierLook SUCCEEDED = CarrierLook.over("SUCCEEDED");

    @TempDir
    Path home;

    private final ScriptedCarrier carrier = new ScriptedCarrier();
    private HandedTree handed;
    private Handover handover;

    @BeforeEach
    void start() {
        handed = new HandedTree(home);
        handed.carriers.put("globus", carrier);
        handed.carriers.put("by-hand", new BatchCarrier(HandedTree.PLACE));
    }

    @AfterEach
    void stop() {
        handed.close();
    }

    private void add(String carrierName, String... files) {
        Map<String, String> contents = new TreeMap<>();
        for (String file : files) contents.put(file, "content of " + file);
        handover = handed.add(carrierName, contents);
    }

    private void bring(String file) {
        handed.tree.write(file, "content of " + file);
    }

    private Handover now() {
        return handed.now(handover);
    }

    @Test
    void nothingIsHandedOverThatIsThereAlready() {
        add("globus", "d/1.nc", "d/2.nc");
        bring("d/1.nc");
        bring("d/2.nc");
        handed.pass();
        assertThat(now().state()).isEqualTo(HandoverState.ENDED);
        assertThat(carrier.submitted).isEmpty();
        assertThat(handed.tree.holding("d/1.nc").state()).isEqualTo(HoldingState.VERIFIED);
    }

    @Test
    void fileThatAnHsmHasMovedAwayIsRecalledAndWaitedForAndIsNoOtherFile() {
        add("globus", "d/1.nc", "d/2.nc");
        bring("d/1.nc");
        bring("d/2.nc");
        PlayedHsm hsm = new PlayedHsm();
        StorePath away = StorePath.ofUtf8("d/2.nc");
        hsm.move(away, Presence.OFFLINE);
        handed.tree.watch(hsm);
        handed.pass();
        assertThat(now().state()).isEqualTo(HandoverState.COMPARING);
        assertThat(now().awaited()).isEqualTo(Awaited.TAPE);
        assertThat(handed.states(handover)).containsEntry("d/1.nc", HandedFileState.RIGHT);
        assertThat(hsm.wanted()).containsExactly(away);
        hsm.bring(away);
        handed.later(Duration.ofMinutes(1));
        handed.pass();
        assertThat(now().state()).isEqualTo(HandoverState.ENDED);
        assertThat(handed.tree.holding("d/2.nc").state()).isEqualTo(HoldingState.VERIFIED);
    }

    @Test
    void dutyIsWantedOnlyWhenAStepIsDue() {
        assertThat(handed.duty().isWanted()).isFalse();
        add("globus", "d/1.nc");
        assertThat(handed.duty().isWanted()).isTrue();
        handed.pass();
        handed.pass();
        assertThat(now().state()).isEqualTo(HandoverState.WAITING);
        assertThat(handed.duty().isWanted()).as("the next look is later").isFalse();
        handed.later(Duration.ofMinutes(1));
        assertThat(handed.duty().isWanted()).isTrue();
    }

    @Test
    void otherFileThatHasThePlaceIsNotReplacedUnlessSomebodySaysSo() {
        add("globus", "d/1.nc", "d/2.nc");
        handed.tree.write("d/1.nc", "somebody's own data");
        handed.passes(2);
        assertThat(carrier.submitted.get(0).files())
                .extracting(HandedFile::number)
                .containsExactly(2);
        bring("d/2.nc");
        carrier.says = SUCCEEDED;
        handed.passes(2);
        assertThat(handed.states(handover)).containsEntry("d/1.nc", HandedFileState.OCCUPIED);
        handed.tree.catalog.handovers().again(handover.number(), true).join();
        handed.pass();
        assertThat(carrier.submitted.get(1).files())
                .extracting(HandedFile::number)
                .containsExactly(1);
    }

    @Test
    void stateOfACarrierIsNotAResultAndEachWrongFileIsNamed() throws IOException {
        add("globus", "d/1.nc", "d/empty.nc", "d/half.nc", "d/missing.nc", "d/name.nc", "d/other.nc", "d/rclone.nc");
        handed.passes(2);
        bring("d/1.nc");
        handed.tree.write("d/empty.nc", "");
        handed.tree.write("d/half.nc", "content of");
        handed.tree.write("d/name.1.nc", "content of d/name.nc"); // as aria2 does where the name was taken
        handed.tree.write("d/other.nc", "CONTENT OF d/other.nc");
        handed.tree.write("d/rclone.nc.partial", "content");
        carrier.says = SUCCEEDED;
        handed.passes(2);
        assertThat(handed.states(handover))
                .containsExactlyEntriesOf(new TreeMap<>(Map.of(
                        "d/1.nc", HandedFileState.RIGHT,
                        "d/empty.nc", HandedFileState.EMPTY,
                        "d/half.nc", HandedFileState.PARTIAL,
                        "d/missing.nc", HandedFileState.MISSING,
                        "d/name.nc", HandedFileState.MISSING,
                        "d/other.nc", HandedFileState.OTHER_CONTENT,
                        "d/rclone.nc", HandedFileState.MISSING)));
        assertThat(now().state()).isEqualTo(HandoverState.ENDED);
        assertThat(now().awaited()).isEqualTo(Awaited.PERSON);
        assertThat(now().says()).contains("6 of 7 files are missing or wrong", "the carrier says: SUCCEEDED");
        assertThat(handed.files(handover).get(6).says()).contains("rclone.nc.partial");
        assertThat(handed.tree.holdings()).hasSize(1);
        assertThat(handed.tree.holding("d/1.nc").state()).isEqualTo(HoldingState.VERIFIED);
        assertThat(Files.exists(handed.tree.directory.resolve("d/half.nc"))).isTrue();
    }

    @Test
    void fileWithoutPublishedSizeAndDigestIsNamedAndBecomesNoHolding() {
        handover = handed.add(
                "globus",
                List.of(HandedFile.wanted(
                        1, StorePath.ofUtf8("d/1.nc"), "/css03/d/1.nc", null, HandedFile.SIZE_UNKNOWN, List.of())));
        handed.passes(2);
        handed.tree.write("d/1.nc", "content of");
        carrier.says = SUCCEEDED;
        handed.passes(2);
        assertThat(handed.states(handover)).containsEntry("d/1.nc", HandedFileState.UNREADABLE);
        assertThat(handed.files(handover).get(0).says()).contains("nobody published its size or its digest");
        assertThat(handed.tree.holdings()).isEmpty();
        assertThat(now().awaited()).isEqualTo(Awaited.PERSON);
    }

    @Test
    void listWhoseAnswerWasLostIsSubmittedAgainUnderTheSameId() {
        add("globus", "d/1.nc");
        handed.pass();
        carrier.losesAnswers = true;
        handed.passes(3);
        assertThat(now().state()).isEqualTo(HandoverState.SUBMITTING);
        carrier.losesAnswers = false;
        handed.passes(1);
        assertThat(carrier.submitted).extracting(CarrierList::id).containsOnly("submission-1");
        assertThat(carrier.tasks).hasSize(1);
        assertThat(now().sent().task()).isEqualTo("task-of-submission-1");
    }

    @Test
    void changedListIsNotSubmittedUnderAnIdOfAnother() {
        add("globus", "d/1.nc");
        handed.pass();
        carrier.losesAnswers = true;
        handed.passes(1);
        carrier.losesAnswers = false;
        carrier.place = new CarrierPlace(HeldTree.IN, StorePath.ROOT, "/elsewhere");
        handed.passes(3);
        assertThat(carrier.submitted).hasSize(1);
        assertThat(now().awaited()).isEqualTo(Awaited.PERSON);
        assertThat(now().says()).contains("changed", "handover cancel handover-1", "handover again handover-1");
    }

    @Test
    void whatNeedsAPersonIsNotRepeatedBeforeThePersonSaysSo() {
        add("globus", "d/1.nc");
        handed.pass();
        carrier.refuses = Optional.of(CarrierTrouble.forPerson("log in again"));
        handed.passes(1);
        carrier.refuses = Optional.empty();
        handed.later(Duration.ofDays(30));
        handed.passes(3);
        assertThat(carrier.submitted).isEmpty();
        assertThat(now().says()).isEqualTo("log in again");
        handed.tree.catalog.handovers().again(handover.number(), false).join();
        handed.passes(1);
        assertThat(carrier.submitted).extracting(CarrierList::id).containsExactly("submission-1");
        assertThat(now().state()).isEqualTo(HandoverState.WAITING);
    }

    @Test
    void waitingForAPersonOrATapeIsNotAFailure() {
        add("globus", "d/1.nc");
        handed.passes(2);
        carrier.says = new CarrierLook(CarrierLook.Kind.PERSON, "INACTIVE: log in", 0, 0);
        handed.passes(1);
        assertThat(now().state()).isEqualTo(HandoverState.WAITING);
        assertThat(now().awaited()).isEqualTo(Awaited.PERSON);
        carrier.says = new CarrierLook(CarrierLook.Kind.TAPE, "STAGING", 0, 0);
        handed.passes(1);
        assertThat(now().awaited()).isEqualTo(Awaited.TAPE);
        bring("d/1.nc");
        carrier.says = SUCCEEDED;
        handed.passes(2);
        assertThat(now().state()).isEqualTo(HandoverState.ENDED);
        assertThat(now().awaited()).isEqualTo(Awaited.NOBODY);
    }

    @Test
    void filesThatHoldATaskUpAreNamedAndTheRestIsHandedOverWithoutThem() {
        add("globus", "d/1.nc", "d/2.nc", "d/gone.nc");
        handed.passes(2);
        carrier.says = new CarrierLook(CarrierLook.Kind.UNDER_WAY, "", 5, 1);
        handed.pass(); // it moved bytes
        handed.later(Duration.ofMinutes(40));
        carrier.faults.put("/css03/d/gone.nc", "FILE_NOT_FOUND");
        carrier.says = new CarrierLook(CarrierLook.Kind.UNDER_WAY, "", 5, 2);
        handed.pass();
        assertThat(carrier.cancelled).isEmpty();
        bring("d/1.nc");
        handed.later(Duration.ofMinutes(30));
        handed.pass();
        assertThat(carrier.cancelled).containsExactly("task-of-submission-1");
        carrier.faults.clear();
        handed.pass(); // compares
        handed.pass(); // submits the rest
        assertThat(carrier.submitted.get(1).id()).isEqualTo("submission-2");
        assertThat(carrier.submitted.get(1).files())
                .extracting(HandedFile::number)
                .containsExactly(2);
        bring("d/2.nc");
        carrier.says = SUCCEEDED;
        handed.passes(3);
        assertThat(handed.states(handover))
                .containsEntry("d/gone.nc", HandedFileState.REFUSED)
                .containsEntry("d/2.nc", HandedFileState.RIGHT);
        assertThat(handed.files(handover).get(2).says()).isEqualTo("FILE_NOT_FOUND");
    }

    @Test
    void taskWithoutNewFaultsIsNotCancelledThoughItMovesNoByte() {
        add("globus", "d/1.nc");
        handed.passes(2);
        carrier.faults.put("/css03/d/1.nc", "CONNECTION_RESET");
        carrier.says = new CarrierLook(CarrierLook.Kind.UNDER_WAY, "", 5, 3);
        handed.passes(3);
        carrier.says = new CarrierLook(CarrierLook.Kind.PERSON, "paused", 5, 4);
        handed.passes(2);
        assertThat(carrier.cancelled).isEmpty();
        assertThat(now().state()).isEqualTo(HandoverState.WAITING);
        carrier.says = new CarrierLook(CarrierLook.Kind.UNDER_WAY, "", 5, 4);
        handed.passes(1);
        assertThat(carrier.cancelled).containsExactly("task-of-submission-1");
    }

    @Test
    void taskThatIsHeldUpIsCancelledWhenTheCancelFailedOnce() {
        add("globus", "d/1.nc", "d/gone.nc");
        handed.passes(2);
        carrier.says = new CarrierLook(CarrierLook.Kind.UNDER_WAY, "", 0, 1);
        carrier.faults.put("/css03/d/gone.nc", "FILE_NOT_FOUND");
        carrier.refuses = Optional.of(CarrierTrouble.passing("the answer was lost", (Throwable) null));
        handed.passes(1);
        assertThat(carrier.cancelled).isEmpty();
        assertThat(now().state()).isEqualTo(HandoverState.WAITING);
        carrier.refuses = Optional.empty();
        handed.passes(1);
        assertThat(carrier.cancelled).containsExactly("task-of-submission-1");
        assertThat(handed.states(handover)).containsEntry("d/gone.nc", HandedFileState.REFUSED);
    }

    @Test
    void cancelledHandoverCancelsItsTaskAlsoWhenTheAnswerWasLost() {
        add("globus", "d/1.nc");
        handed.pass();
        carrier.losesAnswers = true;
        handed.passes(1);
        carrier.losesAnswers = false;
        handed.tree.catalog.handovers().cancel(handover.number()).join();
        handed.passes(1);
        assertThat(now().state()).isEqualTo(HandoverState.CANCELLED);
        assertThat(carrier.cancelled).containsExactly("task-of-submission-1");
        assertThat(carrier.tasks).hasSize(1);
    }

    @Test
    void whatAPersonBroughtIsFoundByItselfAndReadBeforeItIsBelieved() {
        add("by-hand", "d/1.nc", "d/2.nc");
        handed.passes(2);
        assertThat(now().awaited()).isEqualTo(Awaited.PERSON);
        assertThat(now().says()).contains("handover show handover-1 --list", "handover compare handover-1");
        bring("d/1.nc");
        handed.passes(2);
        assertThat(now().state()).isEqualTo(HandoverState.WAITING);
        handed.tree.write("d/2.nc", "CONTENT OF d/2.nc");
        handed.passes(2);
        assertThat(now().state()).isEqualTo(HandoverState.ENDED);
        assertThat(handed.states(handover))
                .containsEntry("d/1.nc", HandedFileState.RIGHT)
                .containsEntry("d/2.nc", HandedFileState.OTHER_CONTENT);
    }

    @Test
    void carrierThatIsNotConfiguredAnyMoreIsSaid() {
        add("gone", "d/1.nc");
        handed.passes(2);
        assertThat(now().awaited()).isEqualTo(Awaited.PERSON);
        assertThat(now().says()).contains("there is no carrier 'gone'", "globus, by-hand");
    }
}
