package org.bdm.server.app;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes threads that end with the process and are named by what they do, with a number. */
final class NamedThreads {
    private NamedThreads() {}

    static ThreadFactory of(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }
}
