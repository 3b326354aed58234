package org.bdm.core.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.VirtualTime;
import org.junit.jupiter.api.Test;

class RefusalLogTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> lines = new ArrayList<>();
    private final RefusalLog log = new RefusalLog(time, lines::add);

    private void refuse(String address, int times) {
        try {
            InetSocketAddress from = new InetSocketAddress(InetAddress.getByName(address), 4711);
            for (int i = 0; i < times; i++) {
                log.refused(from, new MoverException(ErrorCode.PEER_NOT_PINNED, "a stranger"));
            }
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private void pass(Duration duration) {
        time.run(() -> false, duration);
    }

    @Test
    void firstRefusalIsWrittenAtOnce() {
        refuse("192.0.2.1", 1);
        assertThat(lines).singleElement().asString().contains("192.0.2.1", "PEER_NOT_PINNED", "a stranger");
    }

    @Test
    void refusalsThatFollowAreOneLineAMinute() {
        refuse("192.0.2.1", 1000);
        refuse("192.0.2.2", 1);
        pass(Duration.ofSeconds(61));
        assertThat(lines).hasSize(2);
        assertThat(lines.get(1)).contains("192.0.2.1: PEER_NOT_PINNED 999 times", "192.0.2.2: PEER_NOT_PINNED once");
        assertThat(log.refusals()).containsExactly(Map.entry(ErrorCode.PEER_NOT_PINNED, 1001L));
    }

    @Test
    void lineIsShortHoweverManyStrangersCome() {
        for (int i = 0; i < 200; i++) refuse("192.0.2." + i, 2);
        pass(Duration.ofSeconds(61));
        assertThat(lines.get(1)).contains("others").hasSizeLessThan(2500);
    }

    @Test
    void afterAQuietMinuteTheNextIsWrittenAtOnceAgain() {
        refuse("192.0.2.1", 2);
        pass(Duration.ofSeconds(130));
        refuse("192.0.2.1", 1);
        assertThat(lines).hasSize(3);
    }
}
