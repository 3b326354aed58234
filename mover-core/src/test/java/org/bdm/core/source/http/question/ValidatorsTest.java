package org.bdm.core.source.http.question;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What follows from the fields by which a data node names its content. */
class ValidatorsTest {
    private static final String DATE = "Thu, 01 Jan 2026 10:00:00 GMT";

    private static Validators of(String tag, String date) {
        return new Validators(9, Optional.ofNullable(tag), Optional.ofNullable(date));
    }

    @Test
    void identityFollowsFromTheEntityTagAloneAndNeverChanges() {
        // Computed apart: CRC-32C of the tag plus one, times 0x9E3779B97F4A7C15, without the sign.
        assertThat(of("\"tag\"", DATE).identity()).isEqualTo(0x1fa9880ae8fcccb5L);
        assertThat(of("\"tag\"", null).identity()).isEqualTo(0x1fa9880ae8fcccb5L);
        assertThat(of("\"other\"", DATE).identity()).isNotEqualTo(0x1fa9880ae8fcccb5L);
        assertThat(of(null, DATE).identity()).isZero();
    }

    @Test
    void dateIsReadAsATimeAndWhatIsNoDateIsTheEpoch() {
        assertThat(of(null, DATE).modified()).isEqualTo(Instant.parse("2026-01-01T10:00:00Z"));
        assertThat(of(null, "Thursday, 01-Jan-26 10:00:00 GMT").modified()).isEqualTo(Instant.EPOCH);
        assertThat(of(null, null).modified()).isEqualTo(Instant.EPOCH);
    }

    @Test
    void onlyWhatBothHaveIsCompared() {
        assertThat(of("\"a\"", DATE).agreesWith(of("\"a\"", null))).isTrue();
        assertThat(of(null, DATE).agreesWith(of("\"a\"", DATE))).isTrue();
        assertThat(of("\"a\"", DATE).agreesWith(of("\"b\"", DATE))).isFalse();
        assertThat(of("\"a\"", DATE).agreesWith(of("\"a\"", "another"))).isFalse();
        assertThat(of(null, null).agreesWith(new Validators(8, Optional.empty(), Optional.empty())))
                .isFalse();
    }

    @Test
    void textTellsWhatWasSaid() {
        assertThat(of("\"a\"", DATE)).hasToString("9 bytes, ETag \"a\", Last-Modified " + DATE);
        assertThat(of(null, null)).hasToString("9 bytes");
    }
}
