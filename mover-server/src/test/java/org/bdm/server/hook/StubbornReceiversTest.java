package org.bdm.server.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.hook.Hook;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.extension.Extensions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Receivers of hooks that keep a connection open, never answer, or say more than anybody wants to hear. */
@Timeout(60)
class StubbornReceiversTest {
    private static final String SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

    @TempDir
    Path home;

    private final TurnedClock clock = new TurnedClock();
    private final List<Receiver> receivers = new ArrayList<>();
    private Catalog catalog;

    /** A server that says this to whoever asks, once he has asked, and then what follows for ever. */
    private static final class Receiver implements AutoCloseable {
        private final ServerSocket socket;
        private final String head;
        private final String rest;
        private final List<String> heard = new CopyOnWriteArrayList<>();
        private final List<Socket> open = new CopyOnWriteArrayList<>();
        private volatile boolean isLeft;

        Receiver(String head, String rest) throws IOException {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            this.head = head;
            this.rest = rest;
            start(this::accept);
        }

        private static void start(Runnable work) {
            Thread thread = new Thread(work, "receiver");
            thread.setDaemon(true);
            thread.start();
        }

        private void accept() {
            while (!socket.isClosed()) {
                try {
                    Socket caller = socket.accept();
                    open.add(caller);
                    start(() -> talk(caller));
                } catch (IOException closed) {
                    return;
                }
            }
        }

        private void talk(Socket caller) {
            try (caller) {
                InputStream in = caller.getInputStream();
                byte[] bytes = new byte[8192];
                int read = in.read(bytes);
                heard.add(new String(bytes, 0, Math.max(0, read), StandardCharsets.UTF_8));
                OutputStream out = caller.getOutputStream();
                out.write(head.getBytes(StandardCharsets.US_ASCII));
                out.flush();
                while (!rest.isEmpty()) out.write(rest.getBytes(StandardCharsets.US_ASCII));
                while (in.read(bytes) >= 0) continue;
            } catch (IOException left) {
                isLeft = true;
            }
        }

        String address() {
            return "http://127.0.0.1:" + socket.getLocalPort() + "/";
        }

        @Override
        public void close() throws IOException {
            socket.close();
            for (Socket each : open) each.close();
        }
    }

    @BeforeEach
    void open() {
        catalog = Catalog.open(
                TestDatabase.preparedBelow(home, new NodeId("e".repeat(64))),
                new CatalogSettings(new NodeId("e".repeat(64)), clock, reason -> {}));
    }

    @AfterEach
    void close() throws IOException {
        for (Receiver each : receivers) each.close();
        catalog.close();
    }

    private Receiver receiver(String head, String rest) throws IOException {
        Receiver made = new Receiver(head, rest);
        receivers.add(made);
        return made;
    }

    private HookDelivery delivery() {
        HookSettings settings = new HookSettings(
                new AddressGuard(List.of("127.0.0.1")), Map.of("p", home.resolve("p.sh")), home, Optional.empty());
        return new HookDelivery(
                catalog, new SiteName("north"), settings, Extensions.ofThisProcess(), clock, new Random(1));
    }

    private Hook hook(String name, String target) {
        return catalog.hooks()
                .add(new Hook(
                        name, target, Set.of(Hook.ALL_EVENTS), "", SECRET, "ann", clock.instant(), Hook.Progress.NONE))
                .join();
    }

    private Hook.Progress progress(String name) {
        return catalog.hooks().find(name).orElseThrow().progress();
    }

    private void happens() {
        catalog.events().add(null, "FIRST", "it happened", "{}").join();
    }

    @ParameterizedTest
    @Tag("A2")
    @ValueSource(strings = {"x", ""})
    void aReceiverIsJudgedByItsStatusWhateverItSaysAfterwards(String rest) throws IOException {
        Receiver endless = receiver("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", rest);
        Hook hook = hook("endless", endless.address());
        try (HookDelivery delivery = delivery()) {
            assertThat(delivery.test(hook)).isEmpty();
            happens();
            delivery.pass();
            await().until(delivery::isIdle);
            assertThat(progress("endless").failures()).isZero();
            assertThat(progress("endless").event()).isEqualTo(catalog.events().newest());
        }
    }

    @Test
    @Tag("A2")
    void anEndlessBodyOfARefusalIsClosedAndTheStatusTold() throws IOException {
        Receiver endless = receiver("HTTP/1.1 503 no\r\n\r\n", "x");
        try (HookDelivery delivery = delivery()) {
            assertThat(delivery.test(hook("endless", endless.address()))).hasValue("127.0.0.1 answered 503");
            await().until(() -> endless.isLeft);
        }
    }

    @Test
    @Tag("A3")
    void receiversThatNeverAnswerDelayNobodyButThemselves() throws IOException {
        for (int i = 0; i < 20; i++) hook("a" + i, receiver("", "").address());
        Receiver good = receiver("HTTP/1.1 204 taken\r\nConnection: close\r\n\r\n", "");
        hook("z", good.address());
        try (HookDelivery delivery = delivery()) {
            happens();
            delivery.pass();
            await().atMost(Duration.ofSeconds(5))
                    .until(() -> progress("z").event() == catalog.events().newest());
            happens();
            delivery.pass();
            await().atMost(Duration.ofSeconds(5))
                    .until(() -> progress("z").event() == catalog.events().newest());
            assertThat(receivers.get(0).heard).as("one turn at a time").hasSize(1);
        }
    }

    @Test
    @Tag("A3")
    void hooksThatFailedLastLeaveHalfOfTheTurnsToTheOthers() {
        List<String> begun = new CopyOnWriteArrayList<>();
        try (HookTurns turns = new HookTurns()) {
            for (int i = 0; i < 100; i++) begin(turns, "failing-" + i, 1, begun);
            await().until(() -> begun.size() == HookTurns.AT_ONCE_MAX / 2);
            begin(turns, "good", 0, begun);
            await().until(() -> begun.contains("good"));
        }
    }

    private void begin(HookTurns turns, String name, int failures, List<String> begun) {
        Hook.Progress progress = new Hook.Progress(0, null, failures, null, null, null, "");
        Hook hook = new Hook(name, "", Set.of("X"), "", "", "", Instant.EPOCH, progress);
        turns.begin(hook, () -> {
            begun.add(name);
            try {
                new CountDownLatch(1).await(); // until it is closed
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private ProgramCall program(Duration longest, String script) throws IOException {
        Path program = home.resolve("p.sh");
        Files.writeString(program, "#!/bin/sh\n" + script);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return new ProgramCall(Map.of("p", program), home, longest);
    }

    private void run(ProgramCall call) throws HookFailure, InterruptedException {
        Event event = new Event(1, null, Instant.EPOCH, "TEST", "x", "{}");
        call.send(
                hook("program", "command:p"),
                new HookTarget.Program("p"),
                new HookMessage(new SiteName("north"), "program", List.of(event)));
    }

    private List<String> left() {
        return List.of(Objects.requireNonNull(
                home.toFile().list((directory, name) -> name.startsWith("hook") || name.endsWith(".out"))));
    }

    @Test
    @Tag("A4")
    void aProgramThatWritesWithoutEndFillsNothingAndIsEndedWithItsChildren() throws Exception {
        ProgramCall call = program(
                Duration.ofSeconds(1),
                "echo $$ > " + home + "/pid\n(while :; do echo child; done) &\necho $! > " + home
                        + "/child\nwhile :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done\n");
        assertThatThrownBy(() -> run(call)).isInstanceOf(HookFailure.class).hasMessageContaining("did not end within");
        assertThat(left()).isEmpty();
        for (String file : List.of("pid", "child")) {
            long pid = Long.parseLong(Files.readString(home.resolve(file)).strip());
            await().until(() ->
                    ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
        }
    }

    @Test
    @Tag("A4")
    void theBeginningOfALongOutputIsShownAndTheProgramIsNotHeldUpByItsPipe() throws Exception {
        ProgramCall call = program(
                Duration.ofSeconds(20), "i=0\nwhile [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done\nexit 3\n");
        assertThatThrownBy(() -> run(call))
                .isInstanceOf(HookFailure.class)
                .hasMessageContaining("ended with 3: line 0")
                .satisfies(failure -> assertThat(failure.getMessage().length()).isLessThan(700));
    }

    @Test
    @Tag("A4")
    void aChildThatKeepsThePipeOpenIsNotWaitedFor() throws Exception {
        run(program(Duration.ofSeconds(20), "sleep 50 &\necho $! > " + home + "/child\nexit 0\n"));
        ProcessHandle.of(Long.parseLong(Files.readString(home.resolve("child")).strip()))
                .ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    @Tag("P4")
    void aCallOffersNoOtherProtocol() throws IOException {
        Receiver good = receiver("HTTP/1.1 204 taken\r\nConnection: close\r\n\r\n", "");
        try (HookDelivery delivery = delivery()) {
            assertThat(delivery.test(hook("plain", good.address()))).isEmpty();
        }
        assertThat(good.heard.get(0)).contains("POST / HTTP/1.1").doesNotContainIgnoringCase("upgrade", "http2");
    }
}
