package org.bdm.server.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.job.Event;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a receiver checks a message by. */
@Tag("P7")
class HookSignatureTest {
    private static Map<String, String> headers(String secret, String id, long seconds, String body) {
        return new HookSignature(secret, id, seconds, body.getBytes(StandardCharsets.UTF_8)).headers();
    }

    /** The example of the libraries of Standard Webhooks. */
    @Test
    void aReceiverOfStandardWebhooksFindsItsHeadersAndTheRightSignature() {
        Map<String, String> headers = headers(
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                1_614_265_330,
                "{\"test\": 2432232314}");
        assertThat(headers)
                .containsEntry("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek")
                .containsEntry("webhook-timestamp", "1614265330")
                .containsEntry("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        assertThat(headers.get("Bdm-Signature")).matches("t=1614265330,v1=[0-9a-f]{64}");
    }

    @Test
    void aSecretOfAnEarlierVersionSignsInBothForms() {
        String earlier = "C2FVsBQIhrscChlQIMV-b5sSYspob7oD_2FVsBQIhr0";
        assertThat(headers(earlier, "msg_1", 7, "{}").get("webhook-signature"))
                .isEqualTo(headers("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD/2FVsBQIhr0=", "msg_1", 7, "{}")
                        .get("webhook-signature"));
    }

    private static String id(Instant at, long... events) {
        List<Event> told = Arrays.stream(events)
                .mapToObj(number -> new Event(number, null, at, "X", "x", "{}"))
                .toList();
        return new HookMessage(new SiteName("north"), "night", told).id();
    }

    @Test
    void theIdIsTheSameForTheSameEventsAndAnotherForOthers() {
        Instant now = Instant.EPOCH;
        assertThat(id(now, 4, 5))
                .isEqualTo(id(now.plusSeconds(9), 4, 5))
                .startsWith("msg_")
                .doesNotContain(".");
        assertThat(id(now, 4, 5, 6)).as("a later try that has more in it").isNotEqualTo(id(now, 4, 5));
        assertThat(id(now, 0)).as("each test is one of its own").isNotEqualTo(id(now.plusSeconds(1), 0));
    }
}
