package org.bdm.server.hook;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.bdm.server.catalog.hook.Hook;
import org.bdm.server.hook.MailSettings.Security;

/** An e-mail with one line for each event, over SMTP. The mail server takes the message; nobody knows whether a person reads it. */
final class MailCall implements HookSender<HookTarget.Mailbox> {
    private static final String TIMEOUT_MILLIS = "15000"; // of one connect, read or write
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final Optional<MailSettings> settings;
    private final InstantSource clock;
    private final Duration longest;

    /** With the mail server; empty: there is none, and every delivery fails and says so. */
    MailCall(Optional<MailSettings> settings, InstantSource clock) {
        this(settings, clock, LONGEST);
    }

    /** The same, with another bound for a whole delivery. */
    MailCall(Optional<MailSettings> settings, InstantSource clock, Duration longest) {
        this.settings = settings;
        this.clock = clock;
        this.longest = longest;
    }

    @Override
    public void send(Hook hook, HookTarget.Mailbox target, HookMessage message) throws HookFailure {
        MailSettings server = settings.orElseThrow(
                () -> new HookFailure("this server has no mail server; set mail-host and mail-from in its settings"));
        MailSockets sockets = new MailSockets();
        CompletableFuture.delayedExecutor(longest.toMillis(), TimeUnit.MILLISECONDS)
                .execute(sockets::end);
        Session session = Session.getInstance(properties(server, sockets));
        try (Transport transport = session.getTransport()) {
            transport.connect(
                    server.host(), server.port(), server.user(), server.user() == null ? null : server.password());
            MimeMessage mail = mail(session, server, target, message);
            transport.sendMessage(mail, mail.getAllRecipients());
        } catch (MessagingException e) {
            String why = sockets.isOver() ? "it took longer than " + longest.toSeconds() + " s" : e.getMessage();
            throw new HookFailure(server + " did not take the message: " + why, e);
        } finally {
            sockets.end();
        }
    }

    private MimeMessage mail(Session session, MailSettings server, HookTarget.Mailbox target, HookMessage message)
            throws MessagingException {
        MimeMessage mail = new MimeMessage(session);
        mail.setFrom(new InternetAddress(server.from(), true));
        mail.setRecipient(Message.RecipientType.TO, new InternetAddress(target.address(), true));
        mail.setSubject(message.subject(), StandardCharsets.UTF_8.name());
        mail.setSentDate(Date.from(clock.instant()));
        mail.setHeader("Auto-Submitted", "auto-generated"); // RFC 3834: no absence notes in return
        mail.setText(message.text(), StandardCharsets.UTF_8.name());
        mail.saveChanges();
        return mail;
    }

    private static Properties properties(MailSettings server, MailSockets sockets) {
        String protocol = server.security() == Security.TLS ? "smtps" : "smtp";
        String prefix = "mail." + protocol + ".";
        Properties properties = new Properties();
        properties.put("mail.transport.protocol", protocol);
        properties.put(prefix + "socketFactory", sockets.plain());
        properties.put(prefix + "socketFactory.fallback", "false");
        properties.put(prefix + "ssl.socketFactory", sockets.encrypted(encryption()));
        properties.put(prefix + "connectiontimeout", TIMEOUT_MILLIS);
        properties.put(prefix + "timeout", TIMEOUT_MILLIS);
        properties.put(prefix + "writetimeout", TIMEOUT_MILLIS);
        properties.put(prefix + "auth", String.valueOf(server.user() != null));
        properties.put(prefix + "ssl.checkserveridentity", "true");
        properties.put(prefix + "starttls.required", String.valueOf(server.security() == Security.STARTTLS));
        properties.put(prefix + "starttls.enable", String.valueOf(server.security() == Security.STARTTLS));
        return properties;
    }

    /** As the settings of the process say now: Java itself keeps the first one that anybody asked for. */
    private static SSLSocketFactory encryption() {
        try {
            return SSLContext.getDefault().getSocketFactory();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has TLS", e);
        }
    }
}
