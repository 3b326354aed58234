package org.bdm.extension.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.bdm.core.testkit.FakeMailServer;
import org.bdm.server.hook.HookFailure;
import org.bdm.server.hook.MailSettings;
import org.bdm.server.hook.MailTransport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** E-mail that reaches a mail server, and mail servers that do not take it. */
@Timeout(60)
class SmtpTransportTest {
    private static final MailTransport.Mail MAIL = new MailTransport.Mail(
            "ann@example.org",
            "[north] 2 events",
            "SUCCEEDED happened\nFAILED happened\n",
            Instant.parse("2026-11-30T12:00:00Z"));

    private final MailTransport transport = new SmtpTransport();

    private static MailSettings server(int port) {
        return new MailSettings("127.0.0.1", port, MailSettings.Security.NONE, "bdm@site.org", null, "");
    }

    @Test
    void theMailServerIsGivenTheMessageAndWhoSendsIt() throws Exception {
        try (FakeMailServer mail = new FakeMailServer()) {
            transport.send(server(mail.port()), MAIL, Duration.ofSeconds(30));
            assertThat(mail.lines)
                    .anySatisfy(line -> assertThat(line).contains("RCPT TO:<ann@example.org>"))
                    .contains("Subject: [north] 2 events", "From: bdm@site.org", "Auto-Submitted: auto-generated")
                    .anySatisfy(line -> assertThat(line).matches("Date: Mon, 30 Nov 2026 .*"))
                    .contains("SUCCEEDED happened", "FAILED happened");
        }
    }

    @Test
    void aRecipientThatTheMailServerRefusesIsAFailure() throws Exception {
        try (FakeMailServer mail = new FakeMailServer()) {
            mail.refusesRecipients = true;
            assertThatThrownBy(() -> transport.send(server(mail.port()), MAIL, Duration.ofSeconds(30)))
                    .isInstanceOf(HookFailure.class)
                    .hasMessageContaining("did not take the message");
        }
    }

    @Test
    void theLoaderOfTheThreadIsLentOnly() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (FakeMailServer mail = new FakeMailServer()) {
            transport.send(server(mail.port()), MAIL, Duration.ofSeconds(30));
        }
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    }

    private static void waitAMoment(Socket caller) throws IOException {
        try {
            if (caller.getInputStream().read() < 0) throw new EOFException("the caller has left");
        } catch (SocketTimeoutException nothing) {
            assertThat(nothing.bytesTransferred).isZero();
        }
    }

    @ParameterizedTest
    @Tag("A3")
    @ValueSource(strings = {"2", "220-x\r\n"})
    void aMailServerThatNeverComesToTheEndIsLeftAtTheTimeBound(String rest) throws IOException {
        // It speaks first: each letter or line comes within every bound of one read.
        ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(
                () -> {
                    try (Socket caller = socket.accept()) {
                        caller.setSoTimeout(20);
                        while (true) {
                            caller.getOutputStream().write(rest.getBytes(StandardCharsets.US_ASCII));
                            waitAMoment(caller);
                        }
                    } catch (IOException left) {
                        Thread.currentThread().interrupt();
                    }
                },
                "mail");
        thread.setDaemon(true);
        thread.start();
        assertThatThrownBy(() -> transport.send(server(socket.getLocalPort()), MAIL, Duration.ofSeconds(1)))
                .isInstanceOf(HookFailure.class)
                .hasMessageContaining("took longer than 1 s");
        socket.close();
    }
}
