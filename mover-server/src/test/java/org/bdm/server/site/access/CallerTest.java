package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.junit.jupiter.api.Test;

/** Two tokens of one owner are two callers: what each takes is counted by itself. */
class CallerTest {
    private static Caller caller(long token, Role role) {
        return new Caller(token, "ann", EnumSet.of(role), new Checksum(ChecksumAlgorithm.SHA256, new byte[32]));
    }

    @Test
    void nameIsThatOfTheTokenAndNotOfItsOwner() {
        assertThat(caller(7, Role.READER).name()).isEqualTo("token-7");
        assertThat(caller(8, Role.READER).name()).isEqualTo("token-8");
    }

    @Test
    void callerMayWhatOneOfItsRolesIncludes() {
        assertThat(caller(7, Role.OPERATOR).may(Role.READER)).isTrue();
        assertThat(caller(7, Role.READER).may(Role.OPERATOR)).isFalse();
    }
}
