package org.bdm.server.app;

import java.io.PrintStream;
import org.bdm.core.fault.MoverException;

/** The exit codes of the server's process; supervisors rely on the numbers. Each cause has its own: docs/operations.md. */
enum ServerExit {
    /** SIGTERM, or a command that did its work. */
    STOPPED(0),
    /** One line on standard error says why. */
    REFUSED(1),
    /** Wrong options. */
    USAGE(2),
    /** The JVM itself ends with this number: {@code -XX:+ExitOnOutOfMemoryError} of the launcher. No other cause may have it. */
    HEAP_USED_UP(3),
    /** An error of the JVM that no thread caught, as without memory outside the heap. */
    MEMORY_USED_UP(4),
    /** The catalog can make no change durable any more. */
    CATALOG_LOST(5);

    private final int number;

    ServerExit(int number) {
        this.number = number;
    }

    /** Says on standard error why the server, or one of its commands, refuses, and returns the number for the operating system. */
    static int refuse(MoverException e, PrintStream err) {
        err.println("mover-server: " + e.code() + ": " + e.sentence());
        return REFUSED.number();
    }

    /** The number for the operating system. */
    int number() {
        return number;
    }
}
