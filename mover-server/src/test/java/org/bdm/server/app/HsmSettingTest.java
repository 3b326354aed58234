package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.server.hsm.HsmSettings;
import org.bdm.server.hsm.HsmSettings.PresenceSource;
import org.bdm.server.hsm.HsmSettings.RecallWay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How {@code --hsm} is read. */
class HsmSettingTest {
    private static final ExportName DATA = new ExportName("data");

    private static HsmSettings parsed(String text) {
        ServerOptions options = new ServerOptions();
        options.places.hsms.add(text);
        List<ExportSetting> exports = List.of(new ExportSetting(DATA, Path.of("/data"), false));
        return HsmSetting.ofExports(options, exports).get(DATA);
    }

    @Test
    void allKeysAreRead() {
        assertThat(parsed("data=presence=/bin/sh,recall=/bin/true,recall-at-once=7,recall-patience=12h,checks=recall"))
                .isEqualTo(new HsmSettings(
                        PresenceSource.PROGRAM,
                        Optional.of(Path.of("/bin/sh")),
                        RecallWay.PROGRAM,
                        Optional.of(Path.of("/bin/true")),
                        7,
                        true,
                        Duration.ofHours(12)));
    }

    @Test
    void whatIsNotSetHasItsDefault() {
        HsmSettings lustre = parsed("data=presence=lustre,recall=lustre");
        assertThat(lustre.recallsAtOnce()).isEqualTo(20);
        assertThat(lustre.forChecks()).isFalse();
        assertThat(lustre.patience()).isEqualTo(Duration.ofDays(1));
        assertThat(parsed("data=presence=holes").recall()).isEqualTo(RecallWay.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "other=presence=lustre|has the name 'other'",
                "data=recall=lustre|say presence=",
                "data=presence=/no/such|not the absolute path of a program",
                "data=presence=sh|not the absolute path of a program",
                "data=presence=holes,window=3|is not KEY=VALUE",
                "data=presence=holes,presence=lustre|is there twice",
                "data=presence=holes,recall-at-once=0|recall-at-once is 1 to 10000",
                "data=presence=holes,recall-patience=31d|at most 30d",
            })
    void whatCannotWorkIsRefused(String text, String why) {
        assertThatThrownBy(() -> parsed(text))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining(why);
    }
}
