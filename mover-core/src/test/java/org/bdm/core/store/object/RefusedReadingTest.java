package org.bdm.core.store.object;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.s3.S3Refusal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusedReadingTest {
    @ParameterizedTest
    @CsvSource({
        "400, ExpiredToken, PERMISSION",
        "400, TokenRefreshRequired, PERMISSION",
        "400, InvalidToken, PERMISSION",
        "403, RequestExpired, PERMISSION",
        "403, RequestTimeTooSkewed, PERMISSION",
        "403, InvalidAccessKeyId, PERMISSION",
        "403, SignatureDoesNotMatch, PERMISSION",
        "403, AccessDenied, SOURCE_UNREADABLE",
        "404, NoSuchKey, SOURCE_NOT_FOUND",
        "404, NoSuchBucket, EXPORT_MISSING",
        "404, '', SOURCE_READ_ERROR",
        "503, SlowDown, SOURCE_READ_ERROR"
    })
    void failsAFileForGoodOnlyForWhatIsOfTheFile(int status, String code, ErrorCode expected) {
        S3Refusal refusal = new S3Refusal(status, code, "refused");
        assertThat(RefusedReading.error(refusal).code()).isEqualTo(expected);
    }
}
