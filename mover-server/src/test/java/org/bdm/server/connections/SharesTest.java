package org.bdm.server.connections;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

/** One cause never takes what belongs to all. */
class SharesTest {
    @Test
    void oneCauseTakesItsShareAndNoMore() {
        Shares<Integer> shares = new Shares<>(2, 3);
        assertThat(shares.tryTake(1, "a")).isTrue();
        assertThat(shares.tryTake(2, "a")).isTrue();
        assertThat(shares.tryTake(3, "a")).as("a third of one cause").isFalse();
        assertThat(shares.tryTake(4, "b")).isTrue();
        assertThat(shares.tryTake(5, "c")).as("a fourth of all").isFalse();
        shares.release(1);
        shares.release(1);
        assertThat(shares.tryTake(5, "c")).isTrue();
        assertThat(shares.tryTake(6, "c")).isFalse();
    }

    @Test
    void newcomerTakesThePlaceOfTheOldestOfItsOwnCause() {
        Shares<Integer> shares = new Shares<>(2, 3);
        assertThat(shares.takeFromOldest(1, "b")).isEmpty();
        assertThat(shares.takeFromOldest(2, "a")).isEmpty();
        assertThat(shares.takeFromOldest(3, "a")).isEmpty();
        assertThat(shares.takeFromOldest(4, "a")).as("its cause is full").contains(2);
        assertThat(shares.takeFromOldest(5, "c")).as("all are full").contains(1);
        assertThat(shares.has(1)).isFalse();
        assertThat(shares.has(5)).isTrue();
    }

    @Test
    void addressesOfOneIpv6NetworkAreOneCause() throws UnknownHostException {
        String one = CallerAddress.causeOf(InetAddress.getByName("2001:db8:1:2::1"));
        assertThat(CallerAddress.causeOf(InetAddress.getByName("2001:db8:1:2:ffff::9")))
                .isEqualTo(one);
        assertThat(CallerAddress.causeOf(InetAddress.getByName("2001:db8:1:3::1")))
                .isNotEqualTo(one);
        assertThat(CallerAddress.causeOf(InetAddress.getByName("192.0.2.1"))).isEqualTo("192.0.2.1");
    }
}
