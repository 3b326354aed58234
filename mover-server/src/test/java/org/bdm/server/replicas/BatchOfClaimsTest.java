package org.bdm.server.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bdm.server.catalog.ReplicaSet;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.Test;

class BatchOfClaimsTest {
    private static ReplicaSet stored(InventedClaims told) {
        return ReplicaMerge.of(told.claims()).get(0);
    }

    /** What comes of hearing this when {@code stored} is known and every index answered in full. */
    private static ReplicaSet heard(ReplicaSet stored, InventedClaims told) {
        BatchOfClaims batch = new BatchOfClaims();
        told.claims().forEach(batch::add);
        batch.remember(stored, true);
        List<ReplicaSet> sets = batch.sets();
        assertThat(sets).hasSize(1);
        return sets.get(0);
    }

    private static InventedClaims by(String index, boolean isRetracted) {
        return new InventedClaims().by(index).dataset("a.org", false, !isRetracted, isRetracted);
    }

    @Test
    void aWithdrawalStaysUntilTheIndexThatSaidItTakesItBack() {
        ReplicaSet withdrawn = stored(by("east", true));
        assertThat(withdrawn.retracted()).isTrue();
        assertThat(heard(withdrawn, by("west", false)).retracted())
                .as("another index does not know yet")
                .isTrue();
        assertThat(heard(withdrawn, by("east", false)).retracted()).isFalse();
    }

    @Test
    void oneIndexThatSaysItIsEnough() {
        InventedClaims both = by("west", false).by("east").dataset("b.org", true, false, true);
        assertThat(heard(stored(by("west", false)), both).retracted()).isTrue();
    }
}
