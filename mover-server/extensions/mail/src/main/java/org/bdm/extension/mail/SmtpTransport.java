package org.bdm.extension.mail;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Date;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.bdm.server.hook.HookFailure;
import org.bdm.server.hook.MailSettings;
import org.bdm.server.hook.MailSettings.Security;
import org.bdm.server.hook.MailTransport;

/** Sends over SMTP. */
public final class SmtpTransport implements MailTransport {
    private static final String TIMEOUT_MILLIS = "15000"; // of one connect, read or write

    /** Made by the loader of services. */
    public SmtpTransport() {}

    /** Jakarta Mail finds its parts by the loader of the thread, which in the server is that of the server. */
    @Override
    public void send(MailSettings server, Mail mail, Duration longest) throws HookFailure {
        Thread caller = Thread.currentThread();
        ClassLoader before = caller.getContextClassLoader();
        caller.setContextClassLoader(SmtpTransport.class.getClassLoader());
        try {
            deliver(server, mail, longest);
        } finally {
            caller.setContextClassLoader(before);
        }
    }

    private static void deliver(MailSettings server, Mail mail, Duration longest) throws HookFailure {
        MailSockets sockets = new MailSockets();
        CompletableFuture.delayedExecutor(longest.toMillis(), TimeUnit.MILLISECONDS)
                .execute(sockets::end);
        Session session = Session.getInstance(properties(server, sockets));
        try (Transport transport = session.getTransport()) {
            transport.connect(
                    server.host(), server.port(), server.user(), server.user() == null ? null : server.password());
            MimeMessage message = message(session, server, mail);
            transport.sendMessage(message, message.getAllRecipients());
        } catch (MessagingException e) {
            String why = sockets.isOver() ? "it took longer than " + longest.toSeconds() + " s" : e.getMessage();
            throw new HookFailure(server + " did not take the message: " + why, e);
        } finally {
            sockets.end();
        }
    }

    private static MimeMessage message(Session session, MailSettings server, Mail mail) throws MessagingException {
        MimeMessage message = new MimeMessage(session);
        message.setFrom(new InternetAddress(server.from(), true));
        message.setRecipient(Message.RecipientType.TO, new InternetAddress(mail.to(), true));
        message.setSubject(mail.subject(), StandardCharsets.UTF_8.name());
        message.setSentDate(Date.from(mail.sentAt()));
        message.setHeader("Auto-Submitted", "auto-generated"); // RFC 3834: no absence notes in return
        message.setText(mail.text(), StandardCharsets.UTF_8.name());
        message.saveChanges();
        return message;
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
