package org.bdm.core.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** What threads allocate on the heap from here on, whether it is collected or not. Threads that end meanwhile are not counted. */
public final class AllocatedBytes {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Map<Long, Long> before = byThread();

    private static Map<Long, Long> byThread() {
        long[] ids = THREADS.getAllThreadIds();
        long[] bytes = THREADS.getThreadAllocatedBytes(ids);
        Map<Long, Long> all = new HashMap<>();
        for (int i = 0; i < ids.length; i++) all.put(ids[i], bytes[i]);
        return all;
    }

    /** By all threads but this one and those that are {@code excluded}. */
    public long now(Set<Thread> excluded) {
        long sum = 0;
        for (Map.Entry<Long, Long> thread : byThread().entrySet()) {
            boolean isExcluded = thread.getKey() == Thread.currentThread().getId()
                    || excluded.stream().anyMatch(each -> each.getId() == thread.getKey());
            if (!isExcluded) sum += thread.getValue() - before.getOrDefault(thread.getKey(), 0L);
        }
        return sum;
    }
}
