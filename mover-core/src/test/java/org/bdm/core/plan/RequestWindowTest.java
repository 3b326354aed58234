package org.bdm.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RequestWindowTest {
    private static final long MIB = 1024 * 1024;

    @Test
    void neverHasMoreOutstandingThanTheSourceTakes() {
        RequestWindow window = new RequestWindow(8 * MIB, 10);
        assertThat(window.windowBytes()).isEqualTo(8 * MIB);
        window.asked(8 * MIB);
        assertThat(window.roomBytes()).isZero();
        assertThat(window.mayAsk()).isFalse();
        window.settled(MIB);
        assertThat(window.roomBytes()).isEqualTo(MIB);
        assertThat(window.mayAsk()).isTrue();
    }

    @Test
    void requestsWithoutBytesAreBoundedByTheirNumber() {
        RequestWindow window = new RequestWindow(8 * MIB, 8);
        for (int i = 0; i < 8; i++) window.asked(0);
        assertThat(window.hasRoomForItem()).isFalse();
        assertThat(window.mayAsk()).isFalse();
        window.itemEnded();
        assertThat(window.mayAsk()).isTrue();
    }

    @Test
    void growsWhileBeingFullLimitsAndGrowthHelps() {
        RequestWindow window = new RequestWindow(1024 * MIB, 1000);
        window.asked(64 * MIB);
        window.adapt(100e6);
        assertThat(window.windowBytes()).isEqualTo(128 * MIB);
        window.asked(64 * MIB);
        window.adapt(190e6);
        assertThat(window.windowBytes()).isEqualTo(256 * MIB);
        window.asked(128 * MIB);
        window.adapt(195e6);
        assertThat(window.windowBytes()).isEqualTo(256 * MIB);
    }

    @Test
    void doesNotGrowWhileItIsNotFull() {
        RequestWindow window = new RequestWindow(1024 * MIB, 1000);
        window.asked(MIB);
        window.adapt(100e6);
        assertThat(window.windowBytes()).isEqualTo(64 * MIB);
    }

    @Test
    void whatWasNotAskedForCannotBeSettled() {
        RequestWindow window = new RequestWindow(MIB, 8);
        assertThatThrownBy(() -> window.settled(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(window::itemEnded).isInstanceOf(IllegalStateException.class);
    }
}
