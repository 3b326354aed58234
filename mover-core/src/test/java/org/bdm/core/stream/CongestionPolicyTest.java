package org.bdm.core.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which congestion control a path gets. */
class CongestionPolicyTest {
    @ParameterizedTest
    @CsvSource({"0, cubic", "4999, cubic", "5000, bbr", "200000, bbr"})
    void longPathGetsTheOneThatLossesDoNotSlowDown(long micros, String name) {
        assertThat(CongestionPolicy.AUTO.onPath(Duration.ofNanos(micros * 1_000)))
                .contains(name);
    }

    @Test
    void onlyLoopbackIsDecidedBeforeThePathIsKnown() {
        assertThat(CongestionPolicy.AUTO.atStart(true)).contains("cubic");
        assertThat(CongestionPolicy.AUTO.atStart(false)).isEmpty();
    }

    @Test
    void whatTheHostIsSetToStaysIfThatIsWished() {
        assertThat(CongestionPolicy.SYSTEM.atStart(true)).isEmpty();
        assertThat(CongestionPolicy.SYSTEM.onPath(Duration.ofSeconds(1))).isEmpty();
    }

    @Test
    void nameThatIsWishedHoldsForEveryPath() {
        CongestionPolicy htcp = new CongestionPolicy("htcp");
        assertThat(htcp.atStart(false)).contains("htcp");
        assertThat(htcp.atStart(true)).contains("htcp");
        assertThat(htcp.onPath(Duration.ZERO)).contains("htcp");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "BBR", "a b", "sixteen-letters-", "bbr;rm"})
    void whatNoKernelCouldKnowIsRefused(String wish) {
        assertThatThrownBy(() -> new CongestionPolicy(wish))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + wish + "'");
    }
}
