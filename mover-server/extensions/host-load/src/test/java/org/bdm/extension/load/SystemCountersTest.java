package org.bdm.extension.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.server.machine.HostCounters;
import org.junit.jupiter.api.Test;

class SystemCountersTest {
    @Test
    void countersOfThisMachineCanBeRead() {
        HostCounters counters = new SystemCounters().read();
        assertThat(counters.processorTicks()).isPositive().isGreaterThan(counters.idleTicks());
        assertThat(counters.contextSwitches()).isPositive();
    }
}
