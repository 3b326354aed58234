package org.bdm.core.destination.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.S3Refusal;
import org.junit.jupiter.api.Test;

class StoreRequestsTest {
    private final List<Duration> pauses = new ArrayList<>();
    private final StoreRequests requests = new StoreRequests(new StoreWait(Clock.systemUTC(), pauses::add));
    private final Deque<RuntimeException> errors = new ArrayDeque<>();

    private String answer() {
        RuntimeException error = errors.poll();
        if (error != null) throw error;
        return "upload-1";
    }

    @Test
    void repeatsTheBeginningOfAnUploadOnlyIfTheStoreDidNotCarryItOut() {
        errors.add(new S3Refusal(503, "SlowDown", "busy"));
        errors.add(new S3Refusal(429, "", "busy"));
        assertThat(requests.onlyIfBusy(this::answer)).isEqualTo("upload-1");
        for (RuntimeException error : List.of(
                new MoverException(ErrorCode.CONNECTION_LOST, "the connection broke"),
                new MoverException(ErrorCode.TIMED_OUT, "nothing came"),
                new S3Refusal(500, "InternalError", "may have been carried out"))) {
            errors.add(error);
            assertThatThrownBy(() -> requests.onlyIfBusy(this::answer)).isInstanceOf(MoverException.class);
        }
        errors.add(new MoverException(ErrorCode.CONNECTION_LOST, "the connection broke"));
        assertThat(requests.patiently(this::answer)).isEqualTo("upload-1");
    }

    @Test
    void waitsAsLongAsTheStoreAsksButAtMostAMinute() {
        for (int seconds : List.of(7, 1, 500_000))
            errors.add(new S3Refusal(503, "SlowDown", "busy", Duration.ofSeconds(seconds)));
        assertThat(requests.patiently(this::answer)).isEqualTo("upload-1");
        assertThat(pauses).containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(1), Duration.ofMinutes(1));
    }
}
