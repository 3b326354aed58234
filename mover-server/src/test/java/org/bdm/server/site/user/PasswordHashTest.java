package org.bdm.server.site.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordHashTest {
    /** From the tests of the reference implementation: 256 KiB, 2 passes, salt {@code somesalt}. */
    static final String WEAK = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";

    @Test
    void computesWhatTheReferenceComputes() {
        PasswordHash hash = PasswordHash.parse(WEAK);
        assertThat(hash.matches("password")).isTrue();
        assertThat(hash.matches("Password")).isFalse();
        assertThat(hash.isWeak()).isTrue();
        assertThat(hash.phc()).isEqualTo(WEAK);
        assertThat(hash.toString()).doesNotContain("nf65EOgLrQMR");
    }

    @Test
    void newHashHasTheParametersAndIsReadAgain() {
        byte[] salt = new byte[PasswordHash.SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        String phc = PasswordHash.of("correct horse battery staple", salt).phc();
        assertThat(phc).startsWith("$argon2id$v=19$m=19456,t=2,p=1$").hasSizeLessThan(300);
        PasswordHash read = PasswordHash.parse(phc);
        assertThat(read.matches("correct horse battery staple")).isTrue();
        assertThat(read.matches("correct horse battery stapl")).isFalse();
        assertThat(read.isWeak()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
                "$argon2id$v=16$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
                "$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
                "$argon2id$v=19$m=256,t=0,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
                "$argon2id$v=19$m=8,t=2,p=2$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
                "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65"
            })
    void whatIsNoHashOfOursIsDamage(String phc) {
        assertThatThrownBy(() -> PasswordHash.parse(phc))
                .isInstanceOfSatisfying(
                        MoverException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.CATALOG_DAMAGED));
    }
}
