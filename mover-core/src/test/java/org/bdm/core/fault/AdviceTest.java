package org.bdm.core.fault;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Advice is read in a terminal, in a browser and in reports of jobs that have ended. */
class AdviceTest {
    @ParameterizedTest
    @EnumSource
    void adviceNamesSettingsAndActionsAndNoOptionsOfACommand(ErrorCode code) {
        assertThat(code.advice()).doesNotContainPattern("(^|\\W)--[a-z]");
    }

    @ParameterizedTest
    @EnumSource(names = {"DATA_NODE_UNREACHABLE", "DATA_NODE_BUSY"})
    void adviceFitsAFileThatWaitsAndOneThatHasFailed(ErrorCode code) {
        assertThat(code.advice()).contains("that wait", "retry failed ones").doesNotContain("again later");
    }

    @Test
    void adviceForMissingEvidenceTellsDamagedFilesApart() {
        assertThat(ErrorCode.EVIDENCE_MISSING.advice()).contains("Verify the file", "damaged", "fetch");
    }
}
