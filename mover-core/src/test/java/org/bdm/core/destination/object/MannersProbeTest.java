package org.bdm.core.destination.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.bdm.core.id.JobId;
import org.bdm.core.s3.BucketQuirk;
import org.junit.jupiter.api.Test;

/** A store shows its manners when it is asked, and keeps nothing of the questions. */
class MannersProbeTest {
    private static final Map<BucketQuirk, Set<Manner>> LACKS = new EnumMap<>(Map.of(
            BucketQuirk.PUT_IGNORES_CONDITION, EnumSet.of(Manner.PUT_REFUSES_EXISTING, Manner.PUT_ONCE),
            BucketQuirk.PUT_REFUSES_CONDITION, EnumSet.of(Manner.PUT_TAKES_CONDITION, Manner.PUT_ONCE),
            BucketQuirk.COMPLETE_IGNORES_CONDITION, EnumSet.of(Manner.COMPLETE_REFUSES_EXISTING, Manner.COMPLETE_ONCE),
            BucketQuirk.BOTH_WIN, EnumSet.of(Manner.PUT_ONCE, Manner.COMPLETE_ONCE),
            BucketQuirk.ABORT_DELETES_OBJECT, EnumSet.of(Manner.ABORT_KEEPS_OBJECT),
            BucketQuirk.ETAG_OF_WHOLE, EnumSet.of(Manner.PARTS_AT_ONCE),
            BucketQuirk.ETAG_IS_RANDOM, EnumSet.of(Manner.ETAG_IS_MD5)));

    private final ObjectPlaceOfTest place = new ObjectPlaceOfTest(new JobId(7), 1000);

    @Test
    void storeThatDoesAllIsSeenToDoAll() {
        assertThat(place.asked()).isEqualTo(StoreManners.ALL);
        assertThat(place.asked().isAtomic()).isTrue();
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
    void questionsLeaveNothingBehind() {
        place.asked();
        assertThat(place.bucket().keys()).isEmpty();
        assertThat(place.bucket().uploadsOpen()).isEmpty();
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
