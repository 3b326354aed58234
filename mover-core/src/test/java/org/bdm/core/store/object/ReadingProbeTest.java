package org.bdm.core.store.object;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a doctor says of a bucket that is to be read. */
class ReadingProbeTest {
    private final MapBucket bucket = new MapBucket();

    private ReadingProbe.Found found() {
        bucket.put("a.nc", "four");
        bucket.put("b.nc", "more");
        return ReadingProbe.of(new ObjectStore(bucket, ""));
    }

    @Test
    void nothingIsMissedOfARightStore() {
        ReadingProbe.Found found = found();
        assertThat(found.missed()).isEmpty();
        assertThat(found.lacking()).isEmpty();
        assertThat(found.kept())
                .containsExactly(
                        "2 keys in the order of their bytes",
                        "list and HEAD agree",
                        "ETag",
                        "ranges",
                        "a replaced object is noticed");
    }

    @Test
    void anotherOrderIsMissed() {
        bucket.isReversed = true;
        assertThat(found().missed()).containsExactly("'a.nc' is listed behind 'b.nc'");
    }

    @Test
    void aListingThatCannotBeContinuedIsMissed() {
        bucket.ignoresAfter = true;
        assertThat(found().missed()).containsExactly("start-after is ignored: a listing cannot be continued");
    }

    @Test
    void aReplacedObjectThatIsReadAllTheSameIsMissed() {
        bucket.ignoresIfMatch = true;
        assertThat(found().missed()).containsExactly("a replaced object is not noticed");
    }

    @Test
    void objectsWithoutTagsAreReadAtAPrice() {
        bucket.hasNoTags = true;
        ReadingProbe.Found found = found();
        assertThat(found.missed()).isEmpty();
        assertThat(found.lacking()).containsExactly("no ETag: a change within one second is not noticed");
    }

    @Test
    void anEmptyBucketIsNoProof() {
        assertThat(ReadingProbe.of(new ObjectStore(bucket, "")).lacking())
                .containsExactly("nothing to look at: it has no object");
    }
}
