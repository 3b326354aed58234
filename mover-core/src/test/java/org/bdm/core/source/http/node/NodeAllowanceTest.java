package org.bdm.core.source.http.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeAllowanceTest {
    private final NodeAllowance allowance = new NodeAllowance();

    @Test
    void connectionsAreDividedAmongProcessesAndAPersonMayAllowLess() {
        assertThat(allowance.connections(8)).isEqualTo(8);
        allowance.processes(3);
        assertThat(allowance.connections(8)).isEqualTo(2);
        allowance.processes(1);
        allowance.limit(0, 3);
        assertThat(allowance.connections(8)).isEqualTo(3);
        assertThat(allowance.connections(2))
                .as("more than configured are not opened")
                .isEqualTo(2);
        allowance.processes(9);
        assertThat(allowance.connections(8)).as("at least one").isEqualTo(1);
    }

    @Test
    void theRateIsDividedAmongTheConnectionsInUse() {
        assertThat(allowance.rateOfConnection()).as("no limit").isZero();
        allowance.limit(1_000, 0);
        assertThat(allowance.rateOfConnection()).isEqualTo(1_000);
        for (int i = 0; i < 4; i++) allowance.took();
        assertThat(allowance.rateOfConnection()).isEqualTo(250);
        allowance.gaveBack();
        assertThat(allowance.rateOfConnection()).isEqualTo(333);
    }
}
