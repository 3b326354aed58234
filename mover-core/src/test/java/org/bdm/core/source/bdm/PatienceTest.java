package org.bdm.core.source.bdm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.testkit.TurnedClock;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final MoverException SILENT = new MoverException(ErrorCode.TIMED_OUT, "nothing was heard");
    private static final MoverException BROKEN = new MoverException(ErrorCode.CONNECTION_LOST, "it broke");

    private final TurnedClock clock = new TurnedClock();
    private final Patience patience = new Patience(MINUTE, clock);

    private void pass(long seconds) {
        clock.turn(Duration.ofSeconds(seconds));
    }

    @Test
    void peerThatIsDeadIsGivenUpAMinuteAfterItsLastByte() {
        patience.begin();
        patience.welcomed();
        pass(3600);
        patience.lost(SILENT, true, Duration.ofSeconds(45));
        pass(14);
        assertThat(patience.isOver()).isNull();
        pass(1);
        assertThat(patience.isOver()).isSameAs(SILENT);
    }

    @Test
    void peerThatComesBackInAMinuteIsNotGivenUp() {
        patience.begin();
        patience.welcomed();
        patience.lost(BROKEN, true, Duration.ZERO);
        pass(59);
        patience.welcomed();
        pass(59);
        assertThat(patience.isOver()).isNull();
    }

    @Test
    void streamsThatBringNothingAreNotOpenedForEver() {
        patience.begin();
        for (int i = 0; i < 3; i++) {
            patience.welcomed();
            patience.fruitless();
            patience.lost(BROKEN, true, Duration.ZERO);
            pass(29);
        }
        patience.welcomed();
        assertThat(patience.isOver().detail()).contains("sends none of the requested data", "it broke");
    }

    @Test
    void somethingThatComesBetweenTwoLossesIsEnough() {
        patience.begin();
        for (int i = 0; i < 10; i++) {
            patience.welcomed();
            patience.fruitless();
            patience.lost(BROKEN, true, Duration.ZERO);
            patience.fruit();
            pass(29);
        }
        patience.welcomed();
        assertThat(patience.isOver()).isNull();
    }

    @Test
    void peerWhoseLimitsLetNothingBeAskedIsGivenUp() {
        patience.begin();
        patience.welcomed();
        patience.refuses(true);
        pass(59);
        assertThat(patience.isOver()).isNull();
        pass(1);
        assertThat(patience.isOver().code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
        patience.refuses(false);
        assertThat(patience.isOver()).isNull();
    }

    @Test
    void defectOfOneStreamMayBeByChanceAndThatOfASecondIsNot() {
        MoverException defect = new MoverException(ErrorCode.INTERNAL, "stream-2 failed in this program");
        assertThat(patience.allowsAnother(defect)).isTrue();
        patience.fruit();
        assertThat(patience.allowsAnother(BROKEN)).isTrue();
        assertThat(patience.allowsAnother(defect)).isFalse();
        assertThat(patience.allowsAnother(new MoverException(ErrorCode.NOT_ALLOWED, "refused")))
                .isFalse();
    }
}
