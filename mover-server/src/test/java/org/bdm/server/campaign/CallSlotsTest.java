package org.bdm.server.campaign;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls of paired sites that are answered at a time. */
@Tag("A9")
class CallSlotsTest {
    private final CallSlots slots = new CallSlots();

    @Test
    void oneSiteWithSlowCallsLeavesTheOthersTheirs() {
        SiteName busy = new SiteName("busy");
        List<CallSlots.Slot> taken = new ArrayList<>();
        for (int i = 0; i < CallSlots.AT_ONCE_OF_ONE_MAX; i++) taken.add(slots.take(busy));
        assertThatThrownBy(() -> slots.take(busy))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("of site busy");
        for (int i = 0; i < 100; i++) {
            SiteName other = new SiteName("other-" + i);
            assertThatCode(() -> slots.take(other)).doesNotThrowAnyException();
        }
        taken.get(0).close();
        assertThatCode(() -> slots.take(busy)).doesNotThrowAnyException();
    }
}
