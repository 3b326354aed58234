package org.bdm.server.hook;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.hook.Hook;
import org.bdm.server.extension.Extensions;

/** An e-mail with one line for each event. */
final class MailCall implements HookSender<HookTarget.Mailbox> {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final Optional<MailSettings> settings;
    private final Extensions extensions;
    private final InstantSource clock;

    /** With the mail server; empty: there is none, and every delivery fails and says so. */
    MailCall(Optional<MailSettings> settings, Extensions extensions, InstantSource clock) {
        this.settings = settings;
        this.extensions = extensions;
        this.clock = clock;
    }

    @Override
    public void send(Hook hook, HookTarget.Mailbox target, HookMessage message) throws HookFailure {
        MailSettings server = settings.orElseThrow(
                () -> new HookFailure("this server has no mail server; set mail-host and mail-from in its settings"));
        MailTransport.Mail mail =
                new MailTransport.Mail(target.address(), message.subject(), message.text(), clock.instant());
        try {
            extensions.need(MailTransport.POINT, "mailto").send(server, mail, LONGEST);
        } catch (MoverException e) {
            throw new HookFailure(e.detail(), e);
        } catch (LinkageError e) {
            throw new HookFailure(Extensions.damaged(MailTransport.POINT, e).detail(), e);
        }
    }
}
