package org.bdm.core.destination.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.bdm.core.finish.FinishResult;
import org.bdm.core.s3.MemoryBucket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kills at every call of an upload: nothing is lost, nothing is said to be there that is not, and nothing is left. */
@Timeout(120)
class KilledUploadTest {
    private static final int LARGE = 4 * ObjectUnderTest.PART + 300;
    private static final StoreManners ONE_PART_AT_A_TIME = new StoreManners(Arrays.stream(Manner.values())
            .filter(manner -> manner != Manner.PARTS_AT_ONCE)
            .collect(Collectors.toSet()));
    private static final int SMALL = 700;

    private interface Kill {
        void of(ObjectUnderTest file);
    }

    /** Returns the calls of one undisturbed move. */
    private static List<String> calls(int size) {
        try (ObjectUnderTest file = new ObjectUnderTest(size)) {
            file.moved();
            return file.place.bucket().calls();
        }
    }

    private static void sweep(int size, boolean isDone, Kill kill) {
        List<String> calls = calls(size);
        for (int call = 1; call <= calls.size(); call++) {
            try (ObjectUnderTest file = new ObjectUnderTest(size)) {
                MemoryBucket bucket = file.place.bucket();
                bucket.diesAt(call, isDone);
                boolean saidPlaced = file.moved()
                        .filter(FinishResult.Placed.class::isInstance)
                        .isPresent();
                String when = "killed at call " + call + ", " + calls.get(call - 1) + ", carried out: " + isDone;
                if (saidPlaced) assertThat(file.isThere()).as(when).isTrue();
                kill.of(file);
                assertThat(file.moved().orElseThrow()).as(when).isInstanceOf(FinishResult.Placed.class);
                assertThat(file.isThere()).as(when).isTrue();
                boolean isUnknownToUs = isDone && calls.get(call - 1).startsWith("begin");
                assertThat(file.leftAfterTheJob()).as(when).hasSize(isUnknownToUs ? 1 : 0);
                assertThat(file.isThere())
                        .as(when + ", after the end of the job")
                        .isTrue();
                assertThat(bucket.keys()).as(when).containsExactly(ObjectUnderTest.KEY);
            }
        }
    }

    @Test
    void largeFileSurvivesAKillOfTheMoverAtEveryCall() {
        for (boolean isDone : List.of(false, true)) sweep(LARGE, isDone, ObjectUnderTest::processDiesAndBegins);
    }

    @Test
    void smallFileSurvivesAKillOfTheMoverAtEveryCall() {
        for (boolean isDone : List.of(false, true)) sweep(SMALL, isDone, ObjectUnderTest::processDiesAndBegins);
    }

    @Test
    void largeFileSurvivesAStoreThatForgetsItsUploadsAtEveryCall() {
        List<String> calls = calls(LARGE);
        for (int call = 1; call <= calls.size(); call++) {
            try (ObjectUnderTest file = new ObjectUnderTest(LARGE)) {
                file.place.bucket().diesAt(call, true);
                file.moved();
                file.place.bucket().forgetsUploads();
                file.processDiesAndBegins();
                assertThat(file.moved().orElseThrow()).isInstanceOf(FinishResult.Placed.class);
                assertThat(file.isThere()).isTrue();
                assertThat(file.leftAfterTheJob()).isEmpty();
            }
        }
    }

    @Test
    void partsThatTheStoreHasAreNotSentAgain() {
        List<String> calls = calls(LARGE);
        int complete = calls.indexOf("complete " + ObjectUnderTest.KEY) + 1;
        try (ObjectUnderTest file = new ObjectUnderTest(LARGE)) {
            file.place.manners(ONE_PART_AT_A_TIME); // of several on their way none might have been noted
            file.place.bucket().diesAt(complete - 1, true); // the last part is taken, and that was not heard
            file.moved();
            file.processDiesAndBegins();
            assertThat(file.moved().orElseThrow()).isInstanceOf(FinishResult.Placed.class);
            assertThat(file.place.bucket().calls().stream().filter(call -> call.startsWith("putPart")))
                    .hasSizeLessThanOrEqualTo(1);
            assertThat(file.isThere()).isTrue();
        }
    }

    @Test
    void wholeUploadThatIsCompletedWithoutItsBytesIsReadBackIfTheJobAsksForIt() {
        List<String> calls = calls(LARGE);
        int complete = calls.indexOf("complete " + ObjectUnderTest.KEY) + 1;
        try (ObjectUnderTest file = new ObjectUnderTest(LARGE).readingBack()) {
            file.place.bucket().diesAt(complete, false);
            file.moved();
            file.processDiesAndBegins();
            assertThat(file.moved().orElseThrow()).isInstanceOf(FinishResult.Placed.class);
            assertThat(file.place.bucket().calls())
                    .noneMatch(call -> call.startsWith("putPart"))
                    .contains("read " + ObjectUnderTest.KEY);
        }
    }

    @Test
    void wholeUploadIsCompletedWithoutItsBytes() {
        List<String> calls = calls(LARGE);
        int complete = calls.indexOf("complete " + ObjectUnderTest.KEY) + 1;
        try (ObjectUnderTest file = new ObjectUnderTest(LARGE)) {
            file.place.bucket().diesAt(complete, false);
            file.moved();
            file.processDiesAndBegins();
            assertThat(file.moved().orElseThrow()).isInstanceOf(FinishResult.Placed.class);
            assertThat(file.place.bucket().calls()).noneMatch(call -> call.startsWith("putPart"));
            assertThat(file.isThere()).isTrue();
        }
    }
}
