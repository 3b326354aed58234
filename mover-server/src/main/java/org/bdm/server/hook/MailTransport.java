package org.bdm.server.hook;

import java.time.Duration;
import java.time.Instant;
import org.bdm.server.extension.ExtensionPoint;

/** Gives e-mail to a mail server. Any thread that may block. */
public interface MailTransport {
    /** The extension that brings it. */
    ExtensionPoint<MailTransport> POINT = new ExtensionPoint<>(MailTransport.class, "mail", "sends e-mail for hooks");

    /**
     * An e-mail in plain text.
     *
     * @param to address of the only recipient
     */
    record Mail(String to, String subject, String text, Instant sentAt) {}

    /**
     * Sends, and returns when the mail server has taken the message; nobody knows whether a person reads it.
     *
     * @throws HookFailure if it did not within this time
     */
    void send(MailSettings server, Mail mail, Duration longest) throws HookFailure;
}
