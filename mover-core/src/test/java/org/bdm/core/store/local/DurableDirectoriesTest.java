package org.bdm.core.store.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;

/** What is not known to be forced is forced once more, never once less. */
class DurableDirectoriesTest {
    private static final StorePath A = StorePath.ofUtf8("a");
    private static final StorePath BELOW_A = StorePath.ofUtf8("a/x");
    private final DurableDirectories forces = new DurableDirectories(3);

    @Test
    void aChangeDuringAForceIsNotCoveredByIt() {
        long begun = forces.begin();
        forces.changed(StorePath.ROOT);
        forces.forced(StorePath.ROOT, begun);

        assertThat(forces.notKnownSafe(A)).containsExactly(StorePath.ROOT);

        forces.forced(StorePath.ROOT, forces.begin());
        assertThat(forces.notKnownSafe(A)).isEmpty();
    }

    @Test
    void directoryIsKnownToBeUnsafeFromAChangeToAForceAndOtherwiseNothingIsKnown() {
        assertThat(forces.isKnownUnsafe(A)).isFalse();
        forces.changed(A);
        assertThat(forces.isKnownUnsafe(A)).isTrue();
        forces.forced(A, forces.begin());
        assertThat(forces.isKnownUnsafe(A)).isFalse();
    }

    @Test
    void whatIsForgottenCountsAsChanged() {
        forces.forced(A, forces.begin());
        long begun = forces.begin();
        forces.changed(A);
        for (String other : new String[] {"b", "c", "d"}) forces.forced(StorePath.ofUtf8(other), forces.begin());
        assertThat(forces.notKnownSafe(BELOW_A)).contains(A);

        forces.forced(A, begun);

        assertThat(forces.notKnownSafe(BELOW_A))
                .as("this force began before the forgotten change")
                .contains(A);
    }
}
