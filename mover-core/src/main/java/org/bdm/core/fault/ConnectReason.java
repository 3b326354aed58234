package org.bdm.core.fault;

import java.util.List;
import java.util.Locale;

/** The reason for which no connection came about, in the words of the kernel: Netty writes the system call before them and the address behind. */
public final class ConnectReason {
    private static final List<String> KNOWN = List.of(
            "connection refused",
            "connection timed out",
            "connection reset by peer",
            "no route to host",
            "network is unreachable",
            "host is unreachable",
            "permission denied");

    private ConnectReason() {}

    /** Returns only what went wrong where the message has it; else the first line of the message, or the name of the class. */
    public static String of(Throwable cause) {
        String message = cause.getMessage();
        if (message == null) return cause.getClass().getSimpleName();
        String lower = message.toLowerCase(Locale.ROOT);
        return KNOWN.stream()
                .filter(lower::contains)
                .findFirst()
                .orElseGet(() -> message.lines().findFirst().orElse(message));
    }
}
