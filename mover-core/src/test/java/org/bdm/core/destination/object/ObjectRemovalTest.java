package org.bdm.core.destination.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.bdm.core.destination.object.ObjectRemoval.Ending;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.Bucket;
import org.bdm.core.s3.BucketQuirk;
import org.bdm.core.s3.MemoryBucket;
import org.bdm.core.s3.S3Refusal;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.core.testkit.TurnedClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Only the object that is meant is deleted, whatever the store answers, and a kill at any call loses nothing else. */
class ObjectRemovalTest {
    private static final String KEY = "d/a.nc";
    private static final StoreManners NONE = new StoreManners(Set.of());

    private final TurnedClock clock = new TurnedClock();
    private MemoryBucket bucket = new MemoryBucket(clock);
    private FileVersion planned = planned();

    @BeforeEach
    void begin() {
        bucket = new MemoryBucket(clock);
        bucket.foreign("d/a.nc.old", bytes("beside"));
        planned = planned();
    }

    private FileVersion planned() {
        bucket.foreign(KEY, bytes("planned"));
        return version();
    }

    private FileVersion version() {
        return new ObjectStore(bucket, "")
                .status(StorePath.ofUtf8(KEY))
                .orElseThrow()
                .version();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private ObjectRemoval removal(StoreManners manners) {
        return new ObjectRemoval(
                bucket, manners, new StoreWait(clock, time -> clock.turn(time.plus(Duration.ofNanos(1)))));
    }

    private Ending removed() {
        return removal(StoreManners.ALL).remove(KEY, planned);
    }

    private void assertStays(ErrorCode code, StoreManners manners, byte[] content) {
        assertThatThrownBy(() -> removal(manners).remove(KEY, planned))
                .isInstanceOfSatisfying(
                        MoverException.class,
                        error -> assertThat(error.code()).as(error.detail()).isEqualTo(code));
        assertThat(bucket.content(KEY)).isEqualTo(content);
    }

    @Test
    void objectThatIsMeantIsDeletedAndNothingElse() {
        assertThat(removed()).isEqualTo(Ending.REMOVED);
        assertThat(bucket.keys()).containsExactly("d/a.nc.old");
        assertThat(removed()).isEqualTo(Ending.ABSENT);
    }

    @Test
    void anotherObjectUnderTheKeyStays() {
        bucket.foreign(KEY, bytes("another"));
        assertStays(ErrorCode.SOURCE_CHANGED, StoreManners.ALL, bytes("another"));
        assertStays(ErrorCode.SOURCE_CHANGED, NONE, bytes("another"));
    }

    @Test
    void sameBytesThatWereUploadedSinceStay() {
        clock.turn(Duration.ofSeconds(1));
        bucket.foreign(KEY, bytes("planned"));
        assertStays(ErrorCode.SOURCE_CHANGED, StoreManners.ALL, bytes("planned"));
    }

    @Test
    void fileChangedBehindItsETagToAnotherSizeStays() {
        bucket.changeInPlace(KEY, bytes("longer than planned"));
        assertStays(ErrorCode.SOURCE_CHANGED, StoreManners.ALL, bytes("longer than planned"));
    }

    @Test
    void objectWhoseETagWasNotNotedStays() {
        planned = new FileVersion(planned.size(), planned.modified(), planned.changed(), 0);
        assertStays(ErrorCode.UNSUPPORTED, StoreManners.ALL, bytes("planned"));
    }

    /** Another writer puts an object right before a call of this name is carried out. */
    private void beforeEach(String call, Consumer<MemoryBucket> does) {
        bucket.refuses(
                asked -> {
                    if (asked.startsWith(call)) does.accept(bucket);
                    return false;
                },
                new S3Refusal(500, "InternalError", "never told"));
    }

    @Test
    void objectThatComesBetweenTheLookAndTheDeletionStaysWhereTheStoreHoldsTheCondition() {
        beforeEach("delete", there -> there.foreign(KEY, bytes("came between")));
        assertStays(ErrorCode.SOURCE_CHANGED, StoreManners.ALL, bytes("came between"));
    }

    @ParameterizedTest
    @EnumSource(names = {"DELETE_IGNORES_CONDITION", "DELETE_REFUSES_CONDITION", "SLOW_DOWN", "DELETE_IS_SILENT"})
    void removesAtStoresOfEachKindWithoutACondition(BucketQuirk quirk) {
        bucket.has(quirk);
        assertThat(removal(NONE).remove(KEY, planned)).isEqualTo(Ending.REMOVED);
        assertThat(bucket.keys()).containsExactly("d/a.nc.old");
    }

    @Test
    void answerThatNothingIsBehindIsNotBelieved() {
        bucket.has(BucketQuirk.DELETE_DOES_NOTHING);
        assertStays(ErrorCode.WRITE_ERROR, StoreManners.ALL, bytes("planned"));
    }

    @Test
    void bucketThatKeepsVersionsHidesTheObjectAndKeepsItsBytes() {
        bucket.has(BucketQuirk.KEEPS_VERSIONS);
        assertThat(removal(StoreManners.ALL).keepsVersions(KEY)).isTrue();
        assertThat(removed()).isEqualTo(Ending.HIDDEN);
        assertThat(bucket.content(KEY)).isNull();
        assertThat(bucket.hidden(KEY)).isEqualTo(bytes("planned"));
    }

    @Test
    void objectThatAListingHasIsNotTakenForAbsent() {
        MemoryBucket store = bucket;
        Bucket behindAProxy = (Bucket) Proxy.newProxyInstance(
                Bucket.class.getClassLoader(),
                new Class<?>[] {Bucket.class},
                (proxy, method, arguments) ->
                        method.getName().equals("head") ? Optional.empty() : method.invoke(store, arguments));
        assertThatThrownBy(() ->
                        new ObjectRemoval(behindAProxy, StoreManners.ALL, StoreWait.asleep(clock)).remove(KEY, planned))
                .isInstanceOfSatisfying(
                        MoverException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.CONNECTION_LOST));
        assertThat(store.content(KEY)).isEqualTo(bytes("planned"));
    }

    @Test
    void refusedRightIsSaidAndNotTriedAgain() {
        bucket.refuses(call -> call.startsWith("delete"), new S3Refusal(403, "AccessDenied", "denied"));
        assertStays(ErrorCode.PERMISSION, StoreManners.ALL, bytes("planned"));
        assertThat(bucket.calls()).filteredOn(call -> call.startsWith("delete")).hasSize(1);
    }

    @Test
    void aKillAtEachCallLeavesTheObjectOrNothingAndTheNextRunEndsIt() {
        removed();
        int calls = bucket.calls().size();
        for (boolean isDone : List.of(false, true)) {
            for (int call = 1; call <= calls; call++) {
                begin();
                bucket.diesAt(call, isDone);
                try {
                    Ending unused = removed();
                } catch (MoverException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.CONNECTION_LOST);
                }
                bucket.lives();
                assertThat(removed()).isIn(EnumSet.of(Ending.REMOVED, Ending.ABSENT));
                assertThat(bucket.keys()).as("killed at call " + call).containsExactly("d/a.nc.old");
            }
        }
    }

    @Test
    void whatComesAfterAKilledDeletionStays() {
        bucket.diesAt(2, true); // the deletion is carried out, and that is not heard
        assertThatThrownBy(this::removed).isInstanceOf(MoverException.class);
        bucket.lives();
        bucket.foreign(KEY, bytes("came after"));
        assertStays(ErrorCode.SOURCE_CHANGED, NONE, bytes("came after"));
    }
}
