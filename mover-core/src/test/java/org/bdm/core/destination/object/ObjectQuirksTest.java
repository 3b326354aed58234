package org.bdm.core.destination.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.finish.FinishResult;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.s3.BucketQuirk;
import org.bdm.core.s3.S3Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a store does, a file is said to be placed only if all of its bytes are there. */
@Timeout(120)
class ObjectQuirksTest {
    private static final int SMALL = 700;
    private static final int LARGE = 4 * ObjectUnderTest.PART + 300;

    private static ErrorCode codeOf(FinishResult result) {
        assertThat(result).isInstanceOf(FinishResult.Failed.class);
        return ((FinishResult.Failed) result).reason().code();
    }

    private static void assertPlaced(ObjectUnderTest file) {
        assertThat(file.moved().orElseThrow()).isInstanceOf(FinishResult.Placed.class);
        assertThat(file.isThere()).as("bytes").isTrue();
        assertThat(file.leftAfterTheJob()).as("uploads left").isEmpty();
        assertThat(file.isThere()).as("bytes after the end of the job").isTrue();
    }

    /** What a store always does shows itself when it is asked; all else comes later. */
    private static void has(ObjectUnderTest file, BucketQuirk quirk) {
        boolean isManner = switch (quirk) {
            case PUT_IGNORES_CONDITION,
                    PUT_REFUSES_CONDITION,
                    COMPLETE_IGNORES_CONDITION,
                    COMPLETE_TELLS_NO_ETAG,
                    BOTH_WIN,
                    ABORT_DELETES_OBJECT,
                    PARTS_IN_ORDER,
                    ETAG_OF_WHOLE,
                    HEAD_ETAG_OF_WHOLE,
                    IGNORES_SHA256,
                    ETAG_IS_RANDOM -> true;
            default -> false;
        };
        file.place.bucket().has(quirk);
        if (isManner) file.place.asked();
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"COMPLETE_DOES_NOTHING", "PARTS_VANISH"})
    void largeFileIsPlacedWhateverTheStoreAnswers(BucketQuirk quirk) {
        try (ObjectUnderTest file = new ObjectUnderTest(LARGE)) {
            has(file, quirk);
            assertPlaced(file);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"FIRST_PUT_IS_CUT", "PUT_CHANGES_BYTES"})
    void smallFileIsPlacedWhateverTheStoreAnswers(BucketQuirk quirk) {
        try (ObjectUnderTest file = new ObjectUnderTest(SMALL)) {
            has(file, quirk);
            assertPlaced(file);
        }
    }

    @Test
    void smallFileWhoseMd5TheStoreTellsIsNotLookedAtAgain() {
        try (ObjectUnderTest file = new ObjectUnderTest(SMALL)) {
            assertPlaced(file);
            assertThat(file.place.bucket().calls()).containsExactly("put " + ObjectUnderTest.KEY);
        }
    }

    @Test
    void fileOfPartsIsLookedAtWhateverTheStoreTells() {
        try (ObjectUnderTest file = new ObjectUnderTest(LARGE)) {
            assertPlaced(file);
            assertThat(file.place.bucket().calls()).contains("head " + ObjectUnderTest.KEY);
        }
    }

    @Test
    void successOfAStoreThatKeptTheOldObjectIsNotBelieved() {
        try (ObjectUnderTest file = new ObjectUnderTest(LARGE).replacing()) {
            byte[] old = new byte[LARGE];
            file.place.bucket().foreign(ObjectUnderTest.KEY, old);
            file.place.bucket().has(BucketQuirk.COMPLETE_DOES_NOTHING);
            assertThat(codeOf(file.moved().orElseThrow())).isEqualTo(ErrorCode.WRITE_ERROR);
            assertThat(file.place.bucket().content(ObjectUnderTest.KEY)).isEqualTo(old);
        }
    }

    @Test
    void halfAnObjectIsNeverCalledPlaced() {
        try (ObjectUnderTest file = new ObjectUnderTest(SMALL)) {
            file.place.bucket().has(BucketQuirk.FIRST_PUT_IS_CUT);
            assertThat(codeOf(file.moved().orElseThrow())).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        }
    }

    @Test
    void halfAnObjectIsReplacedWhereTheJobReplaces() {
        try (ObjectUnderTest file = new ObjectUnderTest(SMALL).replacing()) {
            file.place.bucket().has(BucketQuirk.FIRST_PUT_IS_CUT);
            assertPlaced(file);
        }
    }

    @Test
    void partsThatAreGoneLeadToAFailureAndNoObject() {
        try (ObjectUnderTest file = new ObjectUnderTest(LARGE)) {
            file.place.bucket().has(BucketQuirk.PARTS_VANISH);
            assertThat(codeOf(file.moved().orElseThrow())).isEqualTo(ErrorCode.WRITE_ERROR);
            assertThat(file.place.bucket().keys()).isEmpty();
            assertThat(file.place.bucket().uploadsOpen()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PUT_IGNORES_CONDITION", "PUT_REFUSES_CONDITION", "COMPLETE_IGNORES_CONDITION", "BOTH_WIN"})
    void nobodysObjectIsReplacedWhereConditionsDoNotHold(BucketQuirk quirk) {
        for (int size : List.of(SMALL, LARGE)) {
            try (ObjectUnderTest file = new ObjectUnderTest(size)) {
                file.place.bucket().has(quirk);
                file.place.asked();
                byte[] foreign = {1, 2, 3};
                file.place.bucket().foreign(ObjectUnderTest.KEY, foreign);
                assertThat(codeOf(file.moved().orElseThrow())).isEqualTo(ErrorCode.DESTINATION_EXISTS);
                assertThat(file.leftAfterTheJob()).isEmpty();
                assertThat(file.place.bucket().content(ObjectUnderTest.KEY)).isEqualTo(foreign);
            }
        }
    }

    @Test
    void objectThatSomebodyMakesWhileTheStoreIsBusyIsNotReplaced() {
        for (int size : List.of(SMALL, LARGE)) {
            try (ObjectUnderTest file = new ObjectUnderTest(size)) {
                file.place.bucket().has(BucketQuirk.PUT_IGNORES_CONDITION, BucketQuirk.COMPLETE_IGNORES_CONDITION);
                file.place.asked();
                byte[] foreign = {1, 2, 3};
                AtomicInteger tries = new AtomicInteger();
                file.place
                        .bucket()
                        .refuses(
                                call -> {
                                    boolean isMade = call.startsWith("put ") || call.startsWith("complete ");
                                    if (!isMade || tries.incrementAndGet() > 1) return false;
                                    file.place.bucket().foreign(ObjectUnderTest.KEY, foreign);
                                    return true;
                                },
                                new S3Refusal(503, "SlowDown", "slow down"));
                assertThat(codeOf(file.moved().orElseThrow())).isEqualTo(ErrorCode.DESTINATION_EXISTS);
                assertThat(file.place.bucket().content(ObjectUnderTest.KEY)).isEqualTo(foreign);
                assertThat(tries).hasValue(1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void objectThatWasChangedInPlaceIsNotOursByItsOldTag(boolean isConditionHeld) {
        try (ObjectUnderTest file = new ObjectUnderTest(SMALL).readingBack()) {
            if (!isConditionHeld) has(file, BucketQuirk.PUT_IGNORES_CONDITION);
            file.place.bucket().foreign(ObjectUnderTest.KEY, file.content());
            byte[] changed = new byte[SMALL];
            file.place.bucket().changeInPlace(ObjectUnderTest.KEY, changed);
            assertThat(codeOf(file.moved().orElseThrow())).isEqualTo(ErrorCode.DESTINATION_EXISTS);
            assertThat(file.place.bucket().content(ObjectUnderTest.KEY)).isEqualTo(changed);
        }
    }

    @Test
    void objectThatIsThereWithTheSameBytesIsFound() {
        try (ObjectUnderTest file = new ObjectUnderTest(SMALL).readingBack()) {
            file.place.bucket().foreign(ObjectUnderTest.KEY, file.content());
            assertPlaced(file);
        }
    }

    /** Somebody else does it once, when this call comes. */
    private static void atTheCall(ObjectUnderTest file, String call, Runnable does) {
        AtomicBoolean isDone = new AtomicBoolean();
        file.place
                .bucket()
                .refuses(
                        next -> {
                            if (next.startsWith(call) && isDone.compareAndSet(false, true)) does.run();
                            return false;
                        },
                        new S3Refusal(500, "InternalError", "never said"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"putPart 3 ", "complete "})
    void uploadThatSomebodyAbortsFailsAndIsSentAnewAtTheNextTry(String call) {
        try (ObjectUnderTest file = new ObjectUnderTest(LARGE)) {
            atTheCall(file, call, file.place.bucket()::forgetsUploads);
            assertThat(codeOf(file.moved().orElseThrow())).isEqualTo(ErrorCode.WRITE_ERROR);
            assertThat(file.place.bucket().keys()).isEmpty();
            assertPlaced(file);
        }
    }

    @Test
    void objectThatAnotherWriterReplacesAtOnceIsNotCalledPlaced() {
        for (int size : List.of(SMALL, LARGE)) {
            try (ObjectUnderTest file = new ObjectUnderTest(size).replacing()) {
                has(file, BucketQuirk.ETAG_IS_RANDOM); // else a small one is not looked at
                byte[] foreign = {1, 2, 3};
                file.place
                        .bucket()
                        .refuses(
                                call -> {
                                    boolean isLook = call.startsWith("head ");
                                    if (isLook) file.place.bucket().foreign(ObjectUnderTest.KEY, foreign);
                                    return false;
                                },
                                new S3Refusal(500, "InternalError", "never said"));
                assertThat(codeOf(file.moved().orElseThrow())).isEqualTo(ErrorCode.WRITE_ERROR);
                assertThat(file.place.bucket().content(ObjectUnderTest.KEY)).isEqualTo(foreign);
                file.place.bucket().refusesAll(null);
                assertThat(file.leftAfterTheJob()).isEmpty();
            }
        }
    }

    @Test
    void objectThatIsDeletedAtOnceIsNotCalledPlaced() {
        try (ObjectUnderTest file = new ObjectUnderTest(SMALL)) {
            has(file, BucketQuirk.ETAG_IS_RANDOM); // else it is not looked at
            atTheCall(file, "head ", () -> file.place.bucket().delete(ObjectUnderTest.KEY, null));
            assertPlaced(file);
            assertThat(file.place.bucket().calls())
                    .filteredOn(call -> call.startsWith("put " + ObjectUnderTest.KEY))
                    .as("put again, when a look had shown that it was gone")
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void partsOfAFileThatIsThereAlreadyDoNotStayAtTheStore(boolean isConditionHeld) {
        try (ObjectUnderTest file = new ObjectUnderTest(LARGE)) {
            if (!isConditionHeld) has(file, BucketQuirk.COMPLETE_IGNORES_CONDITION);
            file.place.bucket().foreign(ObjectUnderTest.KEY, file.content());
            assertPlaced(file);
        }
    }

    @Test
    void objectOfAFirstTryThatComesLateIsFoundByTheRetry() {
        for (String call : List.of("put ", "complete ")) {
            try (ObjectUnderTest file = new ObjectUnderTest(call.equals("put ") ? SMALL : LARGE)) {
                AtomicInteger tries = new AtomicInteger();
                file.place
                        .bucket()
                        .refuses(
                                next -> {
                                    if (!next.startsWith(call)) return false;
                                    boolean isFirst = tries.incrementAndGet() == 1;
                                    if (!isFirst) file.place.bucket().foreign(ObjectUnderTest.KEY, file.content());
                                    return isFirst;
                                },
                                new S3Refusal(503, "SlowDown", "slow down"));
                assertPlaced(file);
                assertThat(tries).hasValue(2);
            }
        }
    }

    @Test
    void storeThatDoesNotAnswerIsNotAskedToGiveUpEachUpload() {
        ObjectPlaceOfTest place = new ObjectPlaceOfTest(new JobId(7), ObjectUnderTest.PART);
        Uploads uploads = new Uploads(place.place(), new JobId(7), place.notes(), StoreManners.ALL, place.waiting());
        for (int file = 1; file <= 3; file++) uploads.begin(new FileId(file), "d/" + file, LARGE, 1000, Map.of());
        for (S3Refusal refusal : List.of(
                new S3Refusal(403, "AccessDenied", "access denied"),
                new S3Refusal(404, "NoSuchBucket", "there is no such bucket"))) {
            place.begin(); // forgets the calls
            place.bucket().refusesAll(refusal);
            uploads.letGo(note -> true);
            assertThat(place.bucket().calls()).hasSize(1);
        }
        place.bucket().refusesAll(null);
        uploads.letGo(note -> true);
        assertThat(place.unfinished()).isEmpty();
    }

    @Test
    void uploadStaysWhereGivingItUpWouldDeleteTheObjectOfSomebodyElse() {
        try (ObjectUnderTest file = new ObjectUnderTest(LARGE)) {
            file.place.bucket().has(BucketQuirk.ABORT_DELETES_OBJECT);
            file.place.asked();
            byte[] foreign = {1, 2, 3};
            file.place.bucket().foreign(ObjectUnderTest.KEY, foreign);
            file.moved();
            file.leftAfterTheJob();
            assertThat(file.place.bucket().content(ObjectUnderTest.KEY)).isEqualTo(foreign);
        }
    }

    @Test
    void completionInProgressIsWaitedForWithoutSendingPartsAgain() {
        try (ObjectUnderTest file = new ObjectUnderTest(LARGE)) {
            file.place.bucket().locksCompletesUntil(file.place.clock().instant().plus(Duration.ofMinutes(10)));
            assertPlaced(file);
            assertThat(file.place.bucket().calls().stream().filter(call -> call.startsWith("putPart 1 ")))
                    .hasSize(1);
        }
    }

    @Test
    void refusalThatSaysNothingOfThePartsKeepsThemForTheNextTry() {
        List<S3Refusal> refusals = List.of(
                new S3Refusal(500, "InternalError", "an error"),
                new S3Refusal(503, "SlowDown", "slow down"),
                new S3Refusal(400, "ExpiredToken", "the token has expired"));
        for (S3Refusal refusal : refusals) {
            try (ObjectUnderTest file = new ObjectUnderTest(LARGE)) {
                file.place.bucket().refuses(call -> call.startsWith("complete "), refusal);
                assertThat(file.moved().orElseThrow()).isInstanceOf(FinishResult.Failed.class);
                assertThat(file.place.bucket().uploadsOpen()).hasSize(1);
                file.place.bucket().refusesAll(null);
                assertPlaced(file);
                assertThat(file.place.bucket().calls().stream().filter(call -> call.startsWith("putPart 1 ")))
                        .hasSize(1);
            }
        }
    }

    @Test
    void completionInProgressForTooLongIsAnUnknownOutcomeAndNothingIsGivenUp() {
        try (ObjectUnderTest file = new ObjectUnderTest(LARGE)) {
            file.place.bucket().locksCompletesUntil(file.place.clock().instant().plus(Duration.ofHours(1)));
            assertThat(codeOf(file.moved().orElseThrow())).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
            assertThat(file.place.bucket().calls()).noneMatch(call -> call.startsWith("abort"));
            assertThat(file.place.bucket().uploadsOpen()).hasSize(1);
        }
    }

    @Test
    void expiredCredentialsAndAMissingBucketNeedAPerson() {
        Map<S3Refusal, ErrorCode> expected = Map.of(
                new S3Refusal(403, "ExpiredToken", "the token has expired"), ErrorCode.PERMISSION,
                new S3Refusal(400, "ExpiredToken", "the token has expired"), ErrorCode.PERMISSION,
                new S3Refusal(404, "NoSuchBucket", "there is no such bucket"), ErrorCode.EXPORT_MISSING);
        expected.forEach((refusal, code) -> {
            for (int size : List.of(SMALL, LARGE)) {
                try (ObjectUnderTest file = new ObjectUnderTest(size)) {
                    file.place.bucket().refusesAll(refusal);
                    assertThat(codeOf(file.moved().orElseThrow())).isEqualTo(code);
                    file.place.bucket().refusesAll(null);
                    assertPlaced(file);
                }
            }
        });
    }

    @Test
    void metadataIsWhatRcloneReads() {
        try (ObjectUnderTest file = new ObjectUnderTest(LARGE)) {
            assertPlaced(file);
            assertThat(file.place.bucket().headUnseen(ObjectUnderTest.KEY).metadata())
                    .containsEntry("mtime", "1393759353.5")
                    .containsEntry("mode", "100644");
        }
    }

    @Test
    void readBackFindsWhatTheStoreChanged() {
        try (ObjectUnderTest file = new ObjectUnderTest(SMALL).readingBack()) {
            file.place.bucket().has(BucketQuirk.PUT_CHANGES_BYTES);
            assertThat(codeOf(file.moved().orElseThrow())).isEqualTo(ErrorCode.CHECKSUM_MISMATCH);
            assertThat(file.place.bucket().keys())
                    .as("it was ours, and is wrong")
                    .isEmpty();
        }
    }

    @Test
    void readBackOfARightObjectReadsItOnce() {
        try (ObjectUnderTest file = new ObjectUnderTest(SMALL).readingBack()) {
            assertPlaced(file);
            assertThat(file.place.bucket().calls())
                    .filteredOn(call -> call.startsWith("read "))
                    .hasSize(1);
        }
    }
}
