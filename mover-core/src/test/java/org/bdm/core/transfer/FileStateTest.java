package org.bdm.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.core.transfer.FileState.ACTIVE;
import static org.bdm.core.transfer.FileState.CANCELLED;
import static org.bdm.core.transfer.FileState.DONE;
import static org.bdm.core.transfer.FileState.FAILED;
import static org.bdm.core.transfer.FileState.PENDING;
import static org.bdm.core.transfer.FileState.SKIPPED_SAME;
import static org.bdm.core.transfer.FileState.VERIFYING;
import static org.bdm.core.transfer.FileState.WAITING;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The drawing of {@link FileState}, arrow by arrow. */
class FileStateTest {
    private static final Map<FileState, Set<FileState>> ARROWS = Map.of(
            PENDING, Set.of(ACTIVE, VERIFYING, WAITING, SKIPPED_SAME, FAILED, CANCELLED),
            ACTIVE, Set.of(PENDING, VERIFYING, WAITING, SKIPPED_SAME, FAILED, CANCELLED),
            VERIFYING, Set.of(PENDING, WAITING, DONE, FAILED, CANCELLED),
            WAITING, Set.of(PENDING, ACTIVE, FAILED, CANCELLED));

    @ParameterizedTest
    @EnumSource
    void onlyTheArrowsOfTheDrawingAreAllowed(FileState from) {
        for (FileState to : FileState.values()) {
            assertThat(from.mayBecome(to))
                    .as("%s to %s", from, to)
                    .isEqualTo(ARROWS.getOrDefault(from, Set.of()).contains(to));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStateWithoutArrowsIsFinal(FileState state) {
        assertThat(state.isFinal()).isEqualTo(!ARROWS.containsKey(state));
    }

    @ParameterizedTest
    @EnumSource
    void theCodeThatTheCatalogKeepsNamesTheState(FileState state) {
        assertThat(FileState.ofCode(state.code())).isSameAs(state);
    }

    @Test
    void aCodeOfNoStateIsRefused() {
        assertThatThrownBy(() -> FileState.ofCode(8)).isInstanceOf(IllegalArgumentException.class);
    }
}
