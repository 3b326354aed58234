package org.bdm.server.app;

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

    /** The number for the operating system. */
    int number() {
        return number;
    }
}
