package org.bdm.core.destination.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.s3.BucketQuirk;
import org.bdm.core.s3.S3Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store shows its manners when it is asked, and keeps nothing of the questions. */
class MannersProbeTest {
    private static final Map<BucketQuirk, Set<Manner>> LACKS = new EnumMap<>(Map.of(
            BucketQuirk.PUT_IGNORES_CONDITION, EnumSet.of(Manner.PUT_REFUSES_EXISTING, Manner.PUT_ONCE),
            BucketQuirk.PUT_REFUSES_CONDITION,
                    EnumSet.of(Manner.PUT_REFUSES_EXISTING, Manner.PUT_TAKES_CONDITION, Manner.PUT_ONCE),
            BucketQuirk.COMPLETE_IGNORES_CONDITION, EnumSet.of(Manner.COMPLETE_REFUSES_EXISTING, Manner.COMPLETE_ONCE),
            BucketQuirk.BOTH_WIN, EnumSet.of(Manner.PUT_ONCE, Manner.COMPLETE_ONCE),
            BucketQuirk.ABORT_DELETES_OBJECT, EnumSet.of(Manner.ABORT_KEEPS_OBJECT),
            BucketQuirk.DELETE_IGNORES_CONDITION, EnumSet.of(Manner.DELETE_REFUSES_OTHER),
            BucketQuirk.DELETE_REFUSES_CONDITION, EnumSet.of(Manner.DELETE_REFUSES_OTHER),
            BucketQuirk.ETAG_OF_WHOLE, EnumSet.of(Manner.PARTS_AT_ONCE),
            BucketQuirk.IGNORES_SHA256, EnumSet.of(Manner.REFUSES_WRONG_SHA256),
            BucketQuirk.ETAG_IS_RANDOM, EnumSet.of(Manner.ETAG_IS_MD5)));

    private final ObjectPlaceOfTest place = new ObjectPlaceOfTest(new JobId(7), 1000);

    @Test
    void storeThatDoesAllIsSeenToDoAll() {
        assertThat(place.asked()).isEqualTo(StoreManners.ALL);
        assertThat(place.asked().isAtomic()).isTrue();
    }

    @Test
    void storeThatIsBusyIsAskedAgain() {
        place.bucket().has(BucketQuirk.SLOW_DOWN);
        assertThat(place.asked()).isEqualTo(StoreManners.ALL);
        assertThat(place.bucket().keys()).isEmpty();
    }

    @Test
    void whatAStoreLacksIsFoundOutAndNothingElse() {
        LACKS.forEach((quirk, lacks) -> {
            ObjectPlaceOfTest asked = new ObjectPlaceOfTest(new JobId(7), 1000);
            asked.bucket().has(quirk);
            Set<Manner> expected = EnumSet.complementOf(EnumSet.copyOf(lacks));
            assertThat(asked.asked().held()).as(quirk.name()).isEqualTo(expected);
        });
    }

    @Test
    void storeWhoseCompleteTellsNoTagIsSeenToDoAllByALook() {
        place.bucket().has(BucketQuirk.COMPLETE_TELLS_NO_ETAG);
        assertThat(place.asked()).isEqualTo(StoreManners.ALL);
    }

    /** Refuses the second call of this name, which is the one with the condition. */
    private void refusesSecond(String name, S3Refusal with) {
        AtomicInteger seen = new AtomicInteger();
        place.bucket().refuses(call -> call.equals(name) && seen.incrementAndGet() == 2, with);
    }

    @ParameterizedTest
    @ValueSource(strings = {"put .bdm/asked/put", "complete .bdm/asked/complete"})
    void passingFailureIsNotTakenForACondition(String call) {
        refusesSecond(call, new S3Refusal(500, "InternalError", "an error"));
        assertThatThrownBy(place::asked).isInstanceOf(MoverException.class);
        refusesSecond(call, new S3Refusal(400, "ExpiredToken", "the token has expired"));
        assertThatThrownBy(place::asked).isInstanceOf(MoverException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 501})
    void conditionThatIsNotTakenDoesNotHold(int status) {
        refusesSecond("put .bdm/asked/put", new S3Refusal(status, "NotImplemented", "no conditions"));
        assertThat(place.asked().held()).doesNotContain(Manner.PUT_REFUSES_EXISTING);
        refusesSecond("complete .bdm/asked/complete", new S3Refusal(status, "NotImplemented", "no conditions"));
        assertThat(place.asked().held()).doesNotContain(Manner.COMPLETE_REFUSES_EXISTING);
    }

    @Test
    void storeThatFailsAtAConditionalDeletionDoesNotHoldItsCondition() {
        AtomicInteger seen = new AtomicInteger();
        place.bucket()
                .refuses(
                        call -> call.equals("delete .bdm/asked/delete") && seen.incrementAndGet() == 1,
                        new S3Refusal(500, "InternalError", "an error"));
        assertThat(place.asked().held())
                .doesNotContain(Manner.DELETE_REFUSES_OTHER)
                .hasSize(Manner.values().length - 1);
    }

    @Test
    void storeThatRefusesEachConditionalCompleteDoesNotHoldItsCondition() {
        place.bucket()
                .refuses(
                        call -> call.equals("complete .bdm/asked/free-complete"),
                        new S3Refusal(412, "PreconditionFailed", "refused"));
        assertThat(place.asked().held()).doesNotContain(Manner.COMPLETE_REFUSES_EXISTING, Manner.COMPLETE_ONCE);
        assertThat(place.bucket().uploadsOpen()).isEmpty();
    }

    @Test
    void questionsLeaveNothingBehind() {
        place.asked();
        assertThat(place.bucket().keys()).isEmpty();
        assertThat(place.bucket().uploadsOpen()).isEmpty();
    }

    @Test
    void questionsThatFailMidwayLeaveNothingBehind() {
        place.asked();
        int calls = place.bucket().calls().size();
        for (int failing = 1; failing <= calls; failing++) {
            int call = failing;
            AtomicInteger seen = new AtomicInteger();
            place.bucket().refuses(any -> seen.incrementAndGet() == call, new S3Refusal(403, "AccessDenied", "denied"));
            assertThatThrownBy(place::asked).isInstanceOf(MoverException.class);
            assertThat(place.bucket().keys()).as("after call " + call).isEmpty();
            assertThat(place.bucket().uploadsOpen()).as("after call " + call).isEmpty();
        }
    }

    @Test
    void whatWasFoundIsReadAgainAsItWasWritten() {
        StoreManners some = new StoreManners(EnumSet.of(Manner.PUT_ONCE, Manner.ABORT_KEEPS_OBJECT));
        assertThat(StoreManners.parse(some.text())).isEqualTo(some);
        StoreManners none = new StoreManners(Set.of());
        assertThat(StoreManners.parse(none.text())).isEqualTo(none);
        assertThat(StoreManners.parse("PUT_ONCE,OF_A_LATER_VERSION").held()).containsExactly(Manner.PUT_ONCE);
    }
}
