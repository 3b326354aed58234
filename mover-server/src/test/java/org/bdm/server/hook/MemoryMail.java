package org.bdm.server.hook;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Mail servers of the tests of the server, by name: they keep what they are given; one that nobody opened takes nothing. */
public final class MemoryMail implements MailTransport {
    private static final Map<String, List<Mail>> OPEN = new ConcurrentHashMap<>();

    /** Opens a mail server, and returns what it will be given. */
    static List<Mail> open(String host) {
        List<Mail> taken = new CopyOnWriteArrayList<>();
        OPEN.put(host, taken);
        return taken;
    }

    static void close(String host) {
        OPEN.remove(host);
    }

    @Override
    public void send(MailSettings server, Mail mail, Duration longest) throws HookFailure {
        List<Mail> taken = OPEN.get(server.host());
        if (taken == null) throw new HookFailure(server + " did not take the message: it is closed");
        taken.add(mail);
    }
}
