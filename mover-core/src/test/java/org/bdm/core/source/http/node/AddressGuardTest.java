package org.bdm.core.source.http.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.List;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
                "fec0::1",
                "2001:1ff::1",
                "4000::1",
                "1fff::1"
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
                "2002:808:808::1",
                "2001:200::1",
                "3fff::1",
                "::8.8.8.8"
            })
    void publicAddressesPass(String address) throws UnknownHostException {
        assertThat(GUARD.mayConnect("data.example", 443, InetAddress.getByName(address)))
                .isTrue();
    }

    /** Java makes an IPv4 address of a text that maps one; the bytes of a name server stay an IPv6 address. */
    @ParameterizedTest
    @CsvSource({
        "00000000000000000000ffff08080808, true",
        "00000000000000000000ffff0a000001, false",
        "00000000000000000000ff0008080808, false",
        "0000000000000000000000ff08080808, false",
        "00000000000000000001ffff08080808, false",
        "01000000000000000000ffff08080808, false",
        "00000000000000000001000008080808, false",
    })
    void ipv4AddressInsideAnIpv6AddressIsJudgedAsOne(String bytes, boolean isPublic) throws UnknownHostException {
        InetAddress address =
                Inet6Address.getByAddress("data.example", HexFormat.of().parseHex(bytes), -1);
        assertThat(GUARD.mayConnect("data.example", 443, address)).isEqualTo(isPublic);
    }

    @Test
    void portsFromTheFirstToTheLastMayBeNamed() throws UnknownHostException {
        AddressGuard guard = new AddressGuard(List.of("a:1", "a:65535"));
        InetAddress inside = InetAddress.getByName("10.0.0.1");
        assertThat(guard.mayConnect("a", 1, inside)).isTrue();
        assertThat(guard.mayConnect("a", 65_535, inside)).isTrue();
        assertThat(guard.mayConnect("a", 2, inside)).isFalse();
        assertThatThrownBy(() -> new AddressGuard(List.of("a:65536"))).isInstanceOf(MoverException.class);
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

    @ParameterizedTest
    @ValueSource(strings = {"::1", "[::1]", "[::1]:8080", "0:0:0:0:0:0:0:1", "[0:0::0:1]", "::0001", " ::1 "})
    void namedIpv6AddressPassesInAnySpelling(String named) throws UnknownHostException {
        AddressGuard guard = new AddressGuard(List.of(named));
        InetAddress loopback = InetAddress.getByName("::1");
        assertThat(guard.mayConnect("[::1]", 8080, loopback)).isTrue();
        assertThat(guard.mayConnect("[0:0:0:0:0:0:0:1]", 8080, loopback)).isTrue();
        assertThat(guard.mayConnect("[::1]", 80, loopback)).isEqualTo(!named.endsWith(":8080"));
        assertThat(guard.mayConnect("[::2]", 8080, InetAddress.getByName("fd00::2")))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[::ffff:10.0.0.1]", "::FFFF:10.0.0.1", "10.0.0.1", "10.0.0.1:80"})
    void namedIpv4AddressPassesAlsoAsAnIpv6AddressThatMapsIt(String named) throws UnknownHostException {
        AddressGuard guard = new AddressGuard(List.of(named));
        InetAddress inside = InetAddress.getByName("10.0.0.1");
        assertThat(guard.mayConnect("10.0.0.1", 80, inside)).isTrue();
        assertThat(guard.mayConnect("[::ffff:a00:1]", 80, inside)).isTrue();
        assertThat(guard.mayConnect("10.0.0.2", 80, InetAddress.getByName("10.0.0.2")))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"INSIDE.example", "inside.EXAMPLE.", "inside.example:443"})
    void namedHostPassesInAnyCase(String named) throws UnknownHostException {
        AddressGuard guard = new AddressGuard(List.of(named));
        assertThat(guard.mayConnect("Inside.Example.", 443, InetAddress.getByName("10.0.0.1")))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ":80",
                "::1:8080:x",
                "[::1",
                "[::1]:",
                "[::1]:0",
                "a:99999",
                "a:b",
                "http://a",
                "a b",
                "*",
                "[a]:1"
            })
    void whatNamesNoHostIsRefused(String named) {
        assertThatThrownBy(() -> new AddressGuard(List.of(named)))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("--allow-host");
    }

    @Test
    void urlIsCalledWhenEveryAddressOfItsHostAtItsPortMayBeConnectedTo() throws UnknownHostException {
        AddressGuard guard = new AddressGuard(List.of("127.0.0.1:443", "[::1]:8080"));
        assertThat(guard.mayCall(URI.create("https://127.0.0.1/told"))).isTrue();
        assertThat(guard.mayCall(URI.create("http://127.0.0.1/told"))).isFalse(); // port 80
        assertThat(guard.mayCall(URI.create("http://[::1]:8080/told"))).isTrue();
        assertThat(guard.mayCall(URI.create("https://192.0.2.1/"))).isTrue();
    }
}
