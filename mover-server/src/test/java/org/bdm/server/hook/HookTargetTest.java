package org.bdm.server.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HookTargetTest {
    @Test
    void eachKindOfTargetIsKnownByItsBeginning() {
        assertThat(HookTarget.parse("https://flow.example.org/a?b=c")).isInstanceOf(HookTarget.Web.class);
        assertThat(HookTarget.parse("command:publish")).isEqualTo(new HookTarget.Program("publish"));
        assertThat(HookTarget.parse("mailto:a.b+c@example.org")).isEqualTo(new HookTarget.Mailbox("a.b+c@example.org"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "flow.example.org",
                "ftp://flow.example.org",
                "file:///etc/passwd",
                "https://user:word@flow.example.org",
                "https:///nowhere",
                "https://with space",
                "command:",
                "command:../rm",
                "command:rm -rf",
                "mailto:ann",
                "mailto:a@b\r\nBcc: c@d",
                "mailto:a@b,c@d"
            })
    void everythingElseIsRefused(String text) {
        assertThatThrownBy(() -> HookTarget.parse(text))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("target");
    }
}
