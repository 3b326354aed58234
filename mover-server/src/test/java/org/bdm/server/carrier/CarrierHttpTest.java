package org.bdm.server.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import org.bdm.core.source.http.node.AddressGuard;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers of services, which are strangers, are read within bounds. */
@Timeout(60)
class CarrierHttpTest {
    private static final class Service extends FakeService {
        volatile String body = "";

        @Override
        Reply reply(Asked asked) {
            return new Reply(200, body);
        }
    }

    private final Service service = new Service();
    private final CarrierHttp http = new CarrierHttp(
            "FTS", new CarrierParts(new AddressGuard(List.of("127.0.0.1")), Clock.systemUTC(), new SecureRandom()));

    @AfterEach
    void stop() {
        service.close();
    }

    private CarrierHttp.Answer answer(String body) throws Exception {
        service.body = body;
        URI address = URI.create(service.url() + "/jobs");
        return http.send(address, http.request(address));
    }

    @Test
    void jsonIsReadAndAllElseIsAMissingNode() throws Exception {
        CarrierHttp.Answer answer = answer("{\"job_state\": \"ACTIVE\", \"bytes\": 5000000000, \"paused\": true}");
        assertThat(answer.text("job_state")).isEqualTo("ACTIVE");
        assertThat(answer.json().path("bytes").asLong(0)).isEqualTo(5_000_000_000L);
        assertThat(answer.json().path("paused").asBoolean(false)).isTrue();
        for (String other : List.of("", " \n", "<html>busy</html>", "{\"half\": ")) {
            assertThat(answer(other).json().isMissingNode()).as(other).isTrue();
        }
    }

    @Test
    void anAnswerThatIsNestedTooDeepIsNotRead() throws Exception {
        assertThat(answer("[".repeat(200) + "]".repeat(200)).json().isMissingNode())
                .isTrue();
    }

    @Test
    void anAnswerOfTooManyValuesIsRefused() {
        assertThatThrownBy(() -> answer("[" + "0,".repeat(2_100_000) + "0]"))
                .isInstanceOfSatisfying(
                        CarrierTrouble.class,
                        trouble -> assertThat(trouble.says()).startsWith("FTS answered with more"));
    }
}
