package org.bdm.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All checks together: bounded in time, the worst first, and each known by its id. */
@Timeout(60)
class DoctorTest {
    @TempDir
    Path directory;

    private record Check(String id, Reading<HostFinding> reading) implements HostCheck {
        @Override
        public HostFinding look() throws IOException {
            return reading.read();
        }
    }

    private static Doctor doctor(Check... checks) {
        return new Doctor(List.of(checks), Duration.ofMillis(200), System::nanoTime);
    }

    @Test
    void checkThatHangsIsUnknownAndIsNotBegunAgain() {
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        Check hangs = new Check("hangs", () -> {
            begun.incrementAndGet();
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return HostFinding.ok("over");
        });
        try (Doctor doctor = doctor(hangs, new Check("good", () -> HostFinding.ok("fine")))) {
            for (int i = 0; i < 3; i++) {
                List<Diagnosis> all = doctor.examine();
                assertThat(all).extracting(Diagnosis::id).containsExactly("hangs", "good");
                assertThat(all.get(0).finding().verdict()).isEqualTo(Verdict.UNKNOWN);
                assertThat(all.get(0).finding().found()).contains("no answer within 0.2 s");
            }
            assertThat(begun).hasValue(1);
            end.countDown();
            Verdict last = Verdict.UNKNOWN;
            while (last != Verdict.OK) last = doctor.examine().get(0).finding().verdict();
        }
    }

    @Test
    void worstComesFirstAndWhatCannotBeReadIsUnknown() {
        try (Doctor doctor = doctor(
                new Check("ok", () -> HostFinding.ok("fine")),
                new Check("unreadable", () -> {
                    throw new IOException("this system does not show it");
                }),
                new Check("refused", () -> {
                    throw new MoverException(ErrorCode.CATALOG_UNAVAILABLE, "no answer");
                }),
                new Check("broken", () -> {
                    throw new IllegalStateException("a defect");
                }),
                new Check("advice", () -> HostFinding.advice("slow", "faster")),
                new Check("problem", () -> HostFinding.problem("bad", "better")))) {
            List<Diagnosis> all = doctor.examine();
            assertThat(all)
                    .extracting(Diagnosis::id)
                    .containsExactly("problem", "advice", "unreadable", "refused", "broken", "ok");
            assertThat(all).extracting(each -> each.finding().found()).contains("this system does not show it");
        }
    }

    private ExaminedNode node() throws IOException {
        return new ExaminedNode(
                InetAddress.getLoopbackAddress(),
                2,
                "auto",
                1 << 20,
                new ExaminedPlaces(
                        List.of(ExaminedDirectory.home(directory), ExaminedDirectory.export("data", directory, false)),
                        List.of(new ExaminedBucket(
                                "export objects",
                                () -> new ExaminedBucket.ReadingFound(List.of("ranges"), List.of(), List.of())))),
                Clock.systemUTC(),
                Optional.empty());
    }

    @Test
    void machineThatShowsNothingIsUnknownAndBreaksNothing() throws IOException {
        HostTree empty = new FakeHost(directory.resolve("nothing")).tree;
        List<HostCheck> checks = CheckList.of(node(), empty, () -> List.of("eth0"), () -> {
            throw new IOException("no such call");
        });
        try (Doctor doctor = new Doctor(checks, Duration.ofSeconds(20), System::nanoTime)) {
            assertThat(doctor.examine())
                    .filteredOn(
                            each -> each.subject().equals("host") && !each.id().equals("clock-database"))
                    .isNotEmpty()
                    .allMatch(each -> each.finding().verdict() == Verdict.UNKNOWN);
        }
    }

    @Test
    void everyCheckHasAnIdOfItsOwnAndAChangeWhereSomethingIsWrong() throws IOException {
        Set<String> seen = new HashSet<>();
        List<String> ids = new ArrayList<>();
        try (Doctor doctor = Doctor.of(node())) {
            for (Diagnosis each : doctor.examine()) {
                assertThat(seen.add(each.id() + " " + each.subject())).isTrue();
                ids.add(each.id());
                boolean isWrong = each.finding().verdict().compareTo(Verdict.UNKNOWN) < 0;
                assertThat(each.finding().change() != null || !isWrong)
                        .as(each.toString())
                        .isTrue();
            }
        }
        assertThat(ids)
                .contains(
                        "bucket-reading",
                        "tcp-receive-buffer",
                        "tcp-send-buffer",
                        "socket-receive-limit",
                        "socket-send-limit",
                        "congestion-control",
                        "mtu",
                        "cpu-governor",
                        "open-files",
                        "clock-synchronised",
                        "clock-database",
                        "free-space",
                        "free-inodes",
                        "file-system",
                        "memory-limit",
                        "java-version",
                        "kernel-version");
    }
}
