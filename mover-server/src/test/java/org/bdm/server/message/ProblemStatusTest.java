package org.bdm.server.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.ErrorKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.HttpStatus;

/** Statuses of HTTP fit the kinds of errors. */
class ProblemStatusTest {

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void statusSaysWhoCanHelp(ErrorCode code) {
        int status = ProblemStatus.of(code);
        boolean fits = switch (code.kind()) {
            case BAD_REQUEST -> (status >= 400 && status < 500 && status != 429) || status == 502;
            case EXHAUSTED -> status == 429 || status == 503;
            case TRANSIENT, CORRUPTION -> status >= 502;
            case NEEDS_PERSON -> status == 409 || status >= 502;
            case OUTCOME_UNKNOWN -> status == 504;
            case DEFECT -> status == 500;
        };
        assertThat(fits)
                .as(code + " of kind " + code.kind() + " has status " + status)
                .isTrue();
        boolean mayRetry = ProblemStatus.retryAfterSeconds(code) > 0;
        assertThat(mayRetry).as(code.name()).isEqualTo(status == 429 || status == 503);
        assertThat(status == 500).as(code.name()).isEqualTo(code.kind() == ErrorKind.DEFECT);
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void titlesAreThoseThatTheContainerGivesToTheSameStatus(ErrorCode code) {
        int status = ProblemStatus.of(code);
        assertThat(ProblemStatus.title(status))
                .isEqualTo(HttpStatus.valueOf(status).getReasonPhrase());
    }
}
