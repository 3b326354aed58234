package org.bdm.server.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.hook.Hook;
import org.bdm.server.extension.Extensions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that reach a web address, a program and a mailbox, and what becomes of those that do not. */
class HookDeliveryTest {
    private static final String SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

    private static final String MAIL_HOST = "mail.of.this.test";

    @TempDir
    Path home;

    private final TurnedClock clock = new TurnedClock();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final List<String> signatures = new CopyOnWriteArrayList<>();
    private volatile int answer = 200;
    private Catalog catalog;
    private HttpServer web;
    private List<MailTransport.Mail> mail;

    @BeforeEach
    void open() throws IOException {
        catalog = Catalog.open(
                TestDatabase.preparedBelow(home, new NodeId("e".repeat(64))),
                new CatalogSettings(new NodeId("e".repeat(64)), clock, reason -> {}));
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext("/", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            signatures.add(exchange.getRequestHeaders().getFirst("Bdm-Signature"));
            exchange.sendResponseHeaders(answer, -1);
            exchange.close();
        });
        web.start();
        mail = MemoryMail.open(MAIL_HOST);
    }

    @AfterEach
    void close() throws IOException {
        web.stop(0);
        MemoryMail.close(MAIL_HOST);
        catalog.close();
    }

    private HookDelivery delivery(String allowed) {
        MailSettings server = new MailSettings(MAIL_HOST, 25, MailSettings.Security.NONE, "bdm@site.org", null, "");
        Map<String, Path> programs = Map.of("publish", home.resolve("publish.sh"));
        HookSettings settings =
                new HookSettings(new AddressGuard(List.of(allowed)), programs, home, Optional.of(server));
        return new HookDelivery(
                catalog, new SiteName("north"), settings, Extensions.ofThisProcess(), clock, new Random(1));
    }

    private HookDelivery delivery() {
        return delivery("127.0.0.1");
    }

    private static void pass(HookDelivery delivery) {
        delivery.pass();
        await().until(delivery::isIdle);
    }

    private Hook hook(String target, String... events) {
        return catalog.hooks()
                .add(new Hook("night", target, Set.of(events), "", SECRET, "ann", clock.instant(), Hook.Progress.NONE))
                .join();
    }

    private String address() {
        return "http://127.0.0.1:" + web.getAddress().getPort() + "/told";
    }

    private void happens(String code) {
        catalog.events().add(null, code, code + " happened", "{\"code\":\"X\"}").join();
    }

    private Hook.Progress progress() {
        return catalog.hooks().find("night").orElseThrow().progress();
    }

    @Test
    void webAddressIsToldInOrderOnceOfWhatItWantsAndSigned() {
        happens("BEFORE");
        hook(address(), "FIRST", "SECOND");
        HookDelivery delivery = delivery();
        happens("FIRST");
        happens("OTHER");
        happens("SECOND");
        pass(delivery);
        pass(delivery);
        assertThat(bodies).hasSize(1);
        assertThat(bodies.get(0))
                .startsWith("{\"site\":\"north\",\"hook\":\"night\",\"events\":[{\"id\":")
                .containsSubsequence("\"kind\":\"FIRST\"", "\"data\":{\"code\":\"X\"}", "\"kind\":\"SECOND\"")
                .doesNotContain("BEFORE", "OTHER");
        long seconds = clock.instant().getEpochSecond();
        byte[] body = bodies.get(0).getBytes(StandardCharsets.UTF_8);
        assertThat(signatures)
                .containsExactly(new HookSignature(SECRET, "any", seconds, body)
                        .headers()
                        .get("Bdm-Signature"));
        assertThat(progress().event()).isEqualTo(catalog.events().newest());
    }

    @Test
    void whatIsNotTakenIsSentAgainLaterEachTimeAndNothingAfterItIsLost() {
        hook(address(), "FIRST", "SECOND");
        HookDelivery delivery = delivery();
        answer = 503;
        happens("FIRST");
        pass(delivery);
        happens("SECOND");
        pass(delivery); // its time has not come
        assertThat(bodies).hasSize(1);
        assertThat(progress().failure()).isEqualTo("127.0.0.1 answered 503");
        assertThat(progress().nextAt())
                .isBetween(clock.instant().plusSeconds(8), clock.instant().plusSeconds(12));
        clock.turn(Duration.ofSeconds(12));
        pass(delivery);
        assertThat(progress().failures()).isEqualTo(2);
        assertThat(progress().nextAt())
                .isBetween(clock.instant().plusSeconds(16), clock.instant().plusSeconds(24));
        answer = 204;
        clock.turn(Duration.ofSeconds(24));
        pass(delivery);
        assertThat(bodies).hasSize(3);
        assertThat(bodies.get(2)).contains("\"kind\":\"FIRST\"", "\"kind\":\"SECOND\"");
        assertThat(progress().failures()).isZero();
        assertThat(progress().deliveredAt()).isNotNull();
    }

    @Test
    void nothingIsDoneWithoutAHookThatHasNotSeenTheNewestEventAndIsDue() {
        HookDelivery delivery = delivery();
        happens("FIRST");
        assertThat(delivery.isWanted()).isFalse();
        hook(address(), "FIRST");
        assertThat(delivery.isWanted()).isFalse();
        happens("FIRST");
        assertThat(delivery.isWanted()).isTrue();
        answer = 503;
        pass(delivery);
        assertThat(delivery.isWanted()).isFalse(); // its time has not come
        clock.turn(Duration.ofSeconds(12));
        assertThat(delivery.isWanted()).isTrue();
    }

    @Test
    void manyEventsGoInMessagesOfAHundred() {
        hook(address(), Hook.ALL_EVENTS);
        for (int i = 0; i < 250; i++) happens("E");
        pass(delivery());
        assertThat(bodies).hasSize(3);
        assertThat(progress().event()).isEqualTo(catalog.events().newest());
    }

    @Test
    void addressThatOnlyThisMachineReachesIsNotCalled() {
        Hook hook = hook(address(), Hook.ALL_EVENTS);
        Optional<String> failure = delivery("elsewhere.org").test(hook);
        assertThat(failure).hasValueSatisfying(text -> assertThat(text).contains("not public", "allow-host"));
        assertThat(bodies).isEmpty();
    }

    @Test
    void programOfTheSettingsGetsTheMessageAndSaysWhatFailed() throws IOException {
        Path program = home.resolve("publish.sh");
        Files.writeString(program, "#!/bin/sh\ncat > \"" + home + "/told-$BDM_HOOK-$BDM_SITE\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Hook hook = hook("command:publish", Hook.ALL_EVENTS);
        HookDelivery delivery = delivery();
        happens("FIRST");
        pass(delivery);
        assertThat(home.resolve("told-night-north")).content().contains("\"kind\":\"FIRST\"");

        Files.writeString(program, "#!/bin/sh\necho the index is closed\nexit 3\n");
        assertThat(delivery.test(hook)).hasValue("publish ended with 3: the index is closed");
        assertThat(home.toFile().list((directory, name) -> name.startsWith("hook")))
                .isEmpty();
    }

    @Test
    void programThatTheSettingsDoNotNameIsNotRun() {
        assertThat(delivery().test(hook("command:rm", Hook.ALL_EVENTS)))
                .hasValueSatisfying(text -> assertThat(text).contains("no hook-command 'rm'"));
    }

    @Test
    void mailboxGetsOneLineForEachEvent() {
        hook("mailto:ann@example.org", "SUCCEEDED", "FAILED");
        HookDelivery delivery = delivery();
        happens("SUCCEEDED");
        happens("FAILED");
        pass(delivery);
        assertThat(mail).singleElement().satisfies(one -> {
            assertThat(one.to()).isEqualTo("ann@example.org");
            assertThat(one.subject()).isEqualTo("[north] 2 events");
            assertThat(one.text().lines())
                    .anySatisfy(line -> assertThat(line).endsWith("SUCCEEDED happened"))
                    .anySatisfy(line -> assertThat(line).endsWith("FAILED happened"));
            assertThat(one.sentAt()).isEqualTo(clock.instant());
        });
        MemoryMail.close(MAIL_HOST);
        happens("FAILED");
        pass(delivery);
        assertThat(progress().failures()).isEqualTo(1);
        assertThat(progress().failure()).contains("did not take the message");
    }
}
