package org.bdm.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.bdm.core.host.FileSystemRoom;
import org.bdm.core.host.KernelClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processors, limits, clocks, file systems and versions of a host. */
class HostChecksTest {
    private static final Instant NOON = Instant.parse("2026-11-25T12:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);
    private static final long GIB = 1L << 30;

    @TempDir
    Path directory;

    private FakeHost host;

    @BeforeEach
    void host() {
        host = new FakeHost(directory);
    }

    @Test
    void governorIsUnknownWhereTheMachineShowsNone() throws IOException {
        GovernorCheck check = new GovernorCheck(host.tree);
        assertThat(check.look().verdict()).isEqualTo(Verdict.UNKNOWN);
        host.sys("devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance")
                .sys("devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance");
        assertThat(check.look()).isEqualTo(HostFinding.ok("performance for 2 processors"));
        host.sys("devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave");
        assertThat(check.look().verdict()).isEqualTo(Verdict.ADVICE);
        assertThat(check.look().found()).isEqualTo("performance for 1 processor, powersave for 1 processor");
    }

    private HostFinding openFiles(String soft) throws IOException {
        host.proc(
                "self/limits",
                "Limit                     Soft Limit           Hard Limit           Units\nMax open files            "
                        + soft + "                 524288               files");
        return new OpenFilesCheck(host.tree).look();
    }

    @Test
    void openFilesAreThoseOfTheProcess() throws IOException {
        assertThat(openFiles("16384").verdict()).isEqualTo(Verdict.OK);
        assertThat(openFiles("unlimited").verdict()).isEqualTo(Verdict.OK);
        assertThat(openFiles("1024").verdict()).isEqualTo(Verdict.ADVICE);
        assertThat(openFiles("256").verdict()).isEqualTo(Verdict.PROBLEM);
        assertThat(openFiles("256").change()).contains("LimitNOFILE=65536");
    }

    private HostFinding memory(long needed) throws IOException {
        return new MemoryLimitCheck(host.tree, needed).look();
    }

    @Test
    void memoryIsLimitedByTheLeastOfTheControlGroups() throws IOException {
        host.proc("meminfo", "MemTotal:       16777216 kB").proc("self/cgroup", "0::/system.slice/bdm.service");
        assertThat(memory(2 * GIB).verdict()).isEqualTo(Verdict.OK);
        host.sys("fs/cgroup/system.slice/bdm.service/memory.max", "max")
                .sys("fs/cgroup/system.slice/memory.max", "1073741824");
        assertThat(memory(2 * GIB).verdict()).isEqualTo(Verdict.PROBLEM);
        assertThat(memory(2 * GIB).found()).contains("control group", "1 GiB");
        assertThat(memory(GIB - 1).verdict()).isEqualTo(Verdict.ADVICE);
    }

    @Test
    void memoryLimitOfTheOldControlGroupsIsRead() throws IOException {
        host.proc("meminfo", "MemTotal:       16777216 kB")
                .proc("self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/docker/1")
                .sys("fs/cgroup/memory/docker/1/memory.limit_in_bytes", "536870912")
                .sys("fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
        assertThat(memory(GIB).found()).contains("control group", "512 MiB");
    }

    @Test
    void clockThatNobodyKeepsRightIsAProblem() throws IOException {
        assertThat(new KernelClockCheck(() -> new KernelClock(true, Duration.ofMillis(12))).look())
                .isEqualTo(HostFinding.ok("synchronised; the largest error is 12 ms"));
        assertThat(new KernelClockCheck(() -> new KernelClock(true, Duration.ofSeconds(3)))
                        .look()
                        .verdict())
                .isEqualTo(Verdict.ADVICE);
        assertThat(new KernelClockCheck(() -> new KernelClock(false, Duration.ofSeconds(16)))
                        .look()
                        .verdict())
                .isEqualTo(Verdict.PROBLEM);
        assertThat(new KernelClockCheck(() -> {
                            throw new IOException("adjtimex failed with errno 1");
                        })
                        .look()
                        .verdict())
                .isEqualTo(Verdict.UNKNOWN);
    }

    private HostFinding databaseClock(Instant there) throws IOException {
        return new DatabaseClockCheck(CLOCK, Optional.of(() -> there)).look();
    }

    @Test
    void clockIsComparedWithTheOneOfTheDatabase() throws IOException {
        assertThat(databaseClock(NOON.plusMillis(40)).verdict()).isEqualTo(Verdict.OK);
        assertThat(databaseClock(NOON.plusSeconds(5)).found()).startsWith("this clock is 5000 ms behind");
        assertThat(databaseClock(NOON.plusSeconds(5)).verdict()).isEqualTo(Verdict.ADVICE);
        assertThat(databaseClock(NOON.minusSeconds(61)).verdict()).isEqualTo(Verdict.PROBLEM);
        assertThat(new DatabaseClockCheck(CLOCK, Optional.empty()).look().verdict())
                .isEqualTo(Verdict.OK);
    }

    private ExaminedDirectory export(boolean isWritten, FileSystemRoom room) {
        return new ExaminedDirectory("export in", directory, false, isWritten, path -> room);
    }

    private ExaminedDirectory home(FileSystemRoom room) {
        return new ExaminedDirectory("home", directory, true, true, path -> room);
    }

    @Test
    void spaceMattersWhereFilesAreWritten() throws IOException {
        FileSystemRoom full = new FileSystemRoom("xfs", 1000 * GIB, GIB, 1000, 500);
        assertThat(new FreeSpaceCheck(export(true, full)).look().verdict()).isEqualTo(Verdict.PROBLEM);
        assertThat(new FreeSpaceCheck(export(false, full)).look().verdict()).isEqualTo(Verdict.OK);
        assertThat(new FreeSpaceCheck(home(full)).look().verdict()).isEqualTo(Verdict.ADVICE);
        FileSystemRoom good = new FileSystemRoom("xfs", 1000 * GIB, 500 * GIB, 1000, 500);
        assertThat(new FreeSpaceCheck(export(true, good)).look().found()).startsWith("500 GiB of 1000 GiB free (50 %)");
    }

    @Test
    void inodesMatterLikeSpace() throws IOException {
        FileSystemRoom few = new FileSystemRoom("ext4", 1000 * GIB, 500 * GIB, 1_000_000, 99);
        assertThat(new FreeInodesCheck(export(true, few)).look().verdict()).isEqualTo(Verdict.PROBLEM);
        assertThat(new FreeInodesCheck(export(false, few)).look().verdict()).isEqualTo(Verdict.OK);
        FileSystemRoom unlimited = new FileSystemRoom("btrfs", 1000 * GIB, 500 * GIB, 0, 0);
        assertThat(new FreeInodesCheck(export(true, unlimited)).look().verdict())
                .isEqualTo(Verdict.OK);
    }

    private static FileSystemRoom of(String type) {
        return new FileSystemRoom(type, GIB, GIB, 0, 0);
    }

    @Test
    void fileSystemMustKeepWhatIsWritten() throws IOException {
        assertThat(new FileSystemTypeCheck(export(true, of("xfs"))).look().verdict())
                .isEqualTo(Verdict.OK);
        assertThat(new FileSystemTypeCheck(export(true, of("nfs4"))).look().verdict())
                .isEqualTo(Verdict.OK);
        assertThat(new FileSystemTypeCheck(home(of("nfs4"))).look().verdict()).isEqualTo(Verdict.ADVICE);
        assertThat(new FileSystemTypeCheck(home(of("overlay"))).look().verdict())
                .isEqualTo(Verdict.PROBLEM);
        assertThat(new FileSystemTypeCheck(export(true, of("tmpfs"))).look().verdict())
                .isEqualTo(Verdict.ADVICE);
        assertThat(new FileSystemTypeCheck(export(true, of("vfat"))).look().verdict())
                .isEqualTo(Verdict.PROBLEM);
    }

    @Test
    void versionsAreShown() throws IOException {
        host.setting("kernel.osrelease", "6.1.0-18-amd64");
        assertThat(new KernelVersionCheck(host.tree).look()).isEqualTo(HostFinding.ok("Linux 6.1.0-18-amd64"));
        host.setting("kernel.osrelease", "5.4.0-1");
        assertThat(new KernelVersionCheck(host.tree).look().verdict()).isEqualTo(Verdict.ADVICE);
        assertThat(new JavaVersionCheck(Runtime.Version.parse("21.0.2+13"))
                        .look()
                        .verdict())
                .isEqualTo(Verdict.OK);
        assertThat(new JavaVersionCheck(Runtime.Version.parse("27-ea+3")).look().verdict())
                .isEqualTo(Verdict.ADVICE);
    }
}
