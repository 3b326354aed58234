package org.bdm.core.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;

/** A site that does not answer is reported in words that a person knows. */
class DialFailureTest {
    private static final InetSocketAddress ADDRESS = new InetSocketAddress("127.0.0.1", 21601);

    private static MoverException of(String message) {
        return StreamFailures.ofDialling(new ConnectException(message), ADDRESS);
    }

    @Test
    void theSystemCallAndASecondAddressAreLeftOut() {
        MoverException refused = of("finishConnect(..) failed with error(-111): Connection refused: /127.0.0.1:21601");
        assertThat(refused.code()).isEqualTo(ErrorCode.PEER_UNREACHABLE);
        assertThat(refused.detail()).isEqualTo("no connection to 127.0.0.1:21601: connection refused");
    }

    @Test
    void otherReasonsStayAsTheyAre() {
        assertThat(of("something else\nat length").detail())
                .isEqualTo("no connection to 127.0.0.1:21601: something else");
    }
}
