package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressGuardTest {
    private static final AddressGuard GUARD = new AddressGuard(List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.9.9.9",
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "100.127.255.255",
                "224.0.0.1",
                "239.1.1.1",
                "255.255.255.255",
                "240.0.0.1",
                "198.18.0.1",
                "192.0.0.1",
                "::1",
                "::",
                "fe80::1",
                "fc00::1",
                "fd12:3456::1",
                "ff02::1",
                "::ffff:127.0.0.1",
                "::ffff:10.1.1.1",
                "::127.0.0.1",
                "64:ff9b::7f00:1",
                "2002:7f00:1::1",
                "2002:a00:1::",
                "2001::1",
                "fec0::1"
            })
    void addressesInsideAreRefused(String address) throws UnknownHostException {
        assertThat(GUARD.mayConnect("data.example", 443, InetAddress.getByName(address)))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.8.8.8",
                "128.1.2.3",
                "172.15.0.1",
                "172.32.0.1",
                "100.63.0.1",
                "100.128.0.1",
                "192.169.0.1",
                "198.17.0.1",
                "2a00:1450::1",
                "2606:4700::1111",
                "64:ff9b::808:808",
                "2002:808:808::1"
            })
    void publicAddressesPass(String address) throws UnknownHostException {
        assertThat(GUARD.mayConnect("data.example", 443, InetAddress.getByName(address)))
                .isTrue();
    }

    @Test
    void namedHostPassesWhateverItsAddress() throws UnknownHostException {
        AddressGuard guard = new AddressGuard(List.of("Inside.example", "other.example:8443", "[::1]"));
        InetAddress inside = InetAddress.getByName("10.0.0.1");
        assertThat(guard.mayConnect("inside.example", 80, inside)).isTrue();
        assertThat(guard.mayConnect("other.example", 8443, inside)).isTrue();
        assertThat(guard.mayConnect("other.example", 443, inside)).isFalse();
        assertThat(guard.mayConnect("elsewhere.example", 443, inside)).isFalse();
        assertThat(guard.mayConnect("[::1]", 80, InetAddress.getByName("::1"))).isTrue();
    }
}
