package org.bdm.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The network of a host, as its settings are shown in /proc and /sys. */
class NetworkChecksTest {
    @TempDir
    Path directory;

    private FakeHost host;

    @BeforeEach
    void tenGigabits() {
        host = new FakeHost(directory)
                .sys("class/net/eth0/speed", "10000")
                .sys("class/net/eth0/mtu", "9000")
                .setting("net.ipv4.tcp_rmem", "4096\t131072\t6291456");
    }

    private HostFinding receiveBuffer(int streams) throws IOException {
        return new TcpBufferCheck(host.tree, host.network(streams), true).look();
    }

    @Test
    void defaultBuffersOfLinuxAreAProblemAtTenGigabits() throws IOException {
        HostFinding found = receiveBuffer(2);
        assertThat(found.verdict()).isEqualTo(Verdict.PROBLEM);
        // 3 MiB of data in flight, twice, each 100 ms
        assertThat(found.found()).contains("6 MiB", "2 streams carry at most 503.3 Mbit/s", "10.0 Gbit/s");
        assertThat(found.change()).contains("net.ipv4.tcp_rmem='4096 131072 268435456'", "/etc/sysctl.d/90-bdm.conf");
    }

    @Test
    void buffersAsAdvisedAreOk() throws IOException {
        host.setting("net.ipv4.tcp_rmem", "4096 131072 268435456");
        assertThat(receiveBuffer(1).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void moreStreamsNeedSmallerBuffers() throws IOException {
        host.setting("net.ipv4.tcp_rmem", "4096 131072 67108864");
        assertThat(receiveBuffer(2).verdict()).isEqualTo(Verdict.ADVICE);
        assertThat(receiveBuffer(4).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void rateThatIsNotShownIsAssumedAndNoProblem() throws IOException {
        host.sys("class/net/eth0/speed", "-1");
        HostFinding found = receiveBuffer(2);
        assertThat(found.verdict()).isEqualTo(Verdict.ADVICE);
        assertThat(found.found()).contains("assumed");
    }

    @Test
    void loopbackNeedsNoLargeBuffers() throws IOException {
        host.interfaces = List.of("lo");
        assertThat(receiveBuffer(1).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void settingThatIsNotThereIsNotGuessed() {
        assertThatThrownBy(() -> new TcpBufferCheck(host.tree, host.network(1), false).look())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("tcp_wmem");
    }

    @Test
    void limitForToolsIsAdviceOnly() throws IOException {
        host.setting("net.core.rmem_max", "212992");
        SocketLimitCheck check = new SocketLimitCheck(host.tree, host.network(1), true);
        assertThat(check.look().verdict()).isEqualTo(Verdict.ADVICE);
        assertThat(check.look().change()).contains("net.core.rmem_max=67108864");
        host.setting("net.core.rmem_max", "67108864");
        assertThat(check.look().verdict()).isEqualTo(Verdict.OK);
    }

    private HostFinding congestion(String wish, String available, String allowed) throws IOException {
        host.setting("net.ipv4.tcp_congestion_control", "cubic")
                .setting("net.ipv4.tcp_available_congestion_control", available)
                .setting("net.ipv4.tcp_allowed_congestion_control", allowed);
        return new CongestionCheck(host.tree, host.network(1), wish).look();
    }

    @Test
    void congestionControlMustBeLoadedAndAllowed() throws IOException {
        assertThat(congestion("auto", "reno cubic bbr", "reno cubic bbr").verdict())
                .isEqualTo(Verdict.OK);
        assertThat(congestion("auto", "reno cubic", "reno cubic").change()).contains("modprobe tcp_bbr");
        assertThat(congestion("auto", "reno cubic bbr", "reno cubic").change())
                .contains("tcp_allowed_congestion_control='reno cubic bbr'");
        assertThat(congestion("system", "reno cubic", "reno cubic").verdict()).isEqualTo(Verdict.OK);
        assertThat(congestion("htcp", "reno cubic", "reno cubic").verdict()).isEqualTo(Verdict.PROBLEM);
    }

    @Test
    void mtuIsJudgedByTheRateOfTheInterface() throws IOException {
        MtuCheck check = new MtuCheck(host.tree, host.network(1));
        assertThat(check.look()).isEqualTo(HostFinding.ok("eth0 9,000 bytes, 10.0 Gbit/s"));
        host.sys("class/net/eth0/mtu", "1500");
        assertThat(check.look().change()).contains("ip link set dev eth0 mtu 9000");
        host.sys("class/net/eth0/speed", "1000");
        assertThat(check.look().verdict()).isEqualTo(Verdict.OK);
        host.sys("class/net/eth0/mtu", "1400");
        assertThat(check.look().verdict()).isEqualTo(Verdict.ADVICE);
    }

    @Test
    void addressThatNoInterfaceHoldsIsUnknown() {
        host.interfaces = List.of();
        assertThatThrownBy(() -> new MtuCheck(host.tree, host.network(1)).look())
                .hasMessageContaining("no network interface");
    }
}
