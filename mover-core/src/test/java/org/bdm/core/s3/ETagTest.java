package org.bdm.core.s3;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ETagTest {
    @Test
    void quotesAndTheMarkOfAWeakTagMakeNoOtherTag() {
        for (String told : new String[] {"\"Ab-2\"", "W/\"Ab-2\"", "Ab-2"}) {
            assertThat(ETag.bare(told)).isEqualTo("Ab-2");
            assertThat(ETag.strong(told)).doesNotStartWith("W/").contains("Ab-2");
            assertThat(ETag.isSame("\"Ab-2\"", told)).isTrue();
            assertThat(ETag.number(told)).isEqualTo(ETag.number("Ab-2"));
        }
    }

    @Test
    void otherTagsAreOthers() {
        assertThat(ETag.isSame("ab", "aB")).isFalse();
        assertThat(ETag.number("ab")).isNotEqualTo(ETag.number("aB"));
        assertThat(ETag.isSame("ab", null)).isFalse();
        assertThat(ETag.bare(null)).isEmpty();
    }
}
