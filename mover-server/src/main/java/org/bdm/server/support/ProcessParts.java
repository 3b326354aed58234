package org.bdm.server.support;

import java.io.IOException;
import java.io.Writer;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The parts of a bundle about this process: its threads, memory and arguments. */
public final class ProcessParts {
    private static final int FRAMES_MAX = 200;
    private static final List<String> SECRET_NAMES = List.of("password", "secret", "token", "credential", "key");

    private ProcessParts() {}

    /** The part of a bundle with the stacks of all threads. */
    public static BundlePart threads() {
        return BundlePart.ofProcess("threads.txt", ProcessParts::writeThreads);
    }

    /** The part of a bundle with the process as a whole. */
    public static BundlePart process() {
        return BundlePart.ofProcess("process.txt", ProcessParts::writeProcess);
    }

    private static void writeProcess(Writer out) throws IOException {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        Runtime memory = Runtime.getRuntime();
        out.write("process " + runtime.getName() + "\n");
        out.write("up for " + Duration.ofMillis(runtime.getUptime()) + "\n");
        out.write("java " + Runtime.version() + ", " + runtime.getVmName() + ", " + runtime.getVmVendor() + "\n");
        out.write("system " + System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch") + "\n");
        out.write("processors " + memory.availableProcessors() + "\n");
        out.write(String.format(
                Locale.ROOT,
                "heap %,d bytes used, %,d taken, %,d at most%n",
                memory.totalMemory() - memory.freeMemory(),
                memory.totalMemory(),
                memory.maxMemory()));
        for (String argument : runtime.getInputArguments()) out.write("argument " + shown(argument) + "\n");
    }

    /** A property that may be a secret, without its value: it may have blanks. */
    private static String shown(String argument) {
        int equals = argument.indexOf('=');
        String name = argument.substring(0, Math.max(0, equals)).toLowerCase(Locale.ROOT);
        boolean isSecret = SECRET_NAMES.stream().anyMatch(name::contains);
        return isSecret ? argument.substring(0, equals + 1) + "[removed]" : argument;
    }

    /** As jstack writes them, so that its readers can read them. */
    private static void writeThreads(Writer out) throws IOException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        ThreadInfo[] all = threads.dumpAllThreads(
                threads.isObjectMonitorUsageSupported(), threads.isSynchronizerUsageSupported(), FRAMES_MAX);
        for (ThreadInfo thread : all) write(thread, out);
        long[] deadlocked = threads.findDeadlockedThreads();
        out.write(deadlocked == null ? "no deadlock\n" : deadlocked.length + " threads are deadlocked\n");
    }

    /** Without the names of modules and loaders, which readers of stacks stumble over. */
    private static String shown(StackTraceElement frame) {
        String place = frame.isNativeMethod()
                ? "Native Method"
                : frame.getFileName() == null ? "Unknown Source" : frame.getFileName() + ":" + frame.getLineNumber();
        return frame.getClassName() + "." + frame.getMethodName() + "(" + place + ")";
    }

    private static void write(ThreadInfo thread, Writer out) throws IOException {
        out.write("\"" + thread.getThreadName() + "\" #" + thread.getThreadId() + (thread.isDaemon() ? " daemon" : "")
                + " prio=" + thread.getPriority() + "\n   java.lang.Thread.State: " + thread.getThreadState() + "\n");
        LockInfo waited = thread.getLockInfo();
        if (waited != null) {
            out.write("\t- waiting for " + waited
                    + (thread.getLockOwnerName() == null ? "" : " held by \"" + thread.getLockOwnerName() + "\"")
                    + "\n");
        }
        for (StackTraceElement frame : thread.getStackTrace()) out.write("\tat " + shown(frame) + "\n");
        out.write("\n");
    }
}
