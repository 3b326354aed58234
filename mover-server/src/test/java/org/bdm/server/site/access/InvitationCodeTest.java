package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InvitationCodeTest {
    private final InvitationCode code =
            new InvitationCode(new SiteName("a"), "[::1]:8471", new NodeId("ab".repeat(32)), new byte[32]);

    @Test
    void readsBackWhatItWrites() {
        InvitationCode read = InvitationCode.parse(code.write() + "\n");
        assertThat(read.site()).isEqualTo(code.site());
        assertThat(read.dataAddress()).isEqualTo(code.dataAddress());
        assertThat(read.node()).isEqualTo(code.node());
        assertThat(read.secret()).isEqualTo(code.secret());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bdm1_", "bdm1_!!!", "bdm1_YQ", "https://x", "bdm2_YQ"})
    void refusesWhatIsNoCode(String text) {
        refused(text);
    }

    @Test
    void refusesACodeThatWasCut() {
        String whole = code.write();
        for (int length = 0; length < whole.length(); length++) refused(whole.substring(0, length));
    }

    private static void refused(String text) {
        assertThatThrownBy(() -> InvitationCode.parse(text))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVITATION_INVALID));
    }
}
