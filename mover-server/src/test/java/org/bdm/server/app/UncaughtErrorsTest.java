package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.internal.OutOfDirectMemoryError;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** After an error of the JVM the process ends; after an exception of a task it goes on. */
class UncaughtErrorsTest {
    private final List<Integer> codes = new ArrayList<>();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private void uncaught(Throwable error, PrintStream to) throws InterruptedException {
        Thread thread = new Thread(
                () -> {
                    if (error instanceof Error known) throw known;
                    throw (RuntimeException) error;
                },
                "loop-1");
        thread.setUncaughtExceptionHandler(new UncaughtErrors(to, codes::add));
        thread.start();
        thread.join();
    }

    @Test
    void aProcessWithoutMemoryEnds() throws InterruptedException {
        PrintStream to = new PrintStream(err, true, StandardCharsets.UTF_8);
        uncaught(new OutOfMemoryError("Cannot reserve 1048576 bytes of direct buffer memory"), to);
        assertThat(codes).containsExactly(ServerExit.MEMORY_USED_UP.number());
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("direct buffer memory", "loop-1", "BDM_HEAP_MIB")
                .hasLineCount(1);
    }

    @Test
    void itEndsAlsoWhenThereIsNoMemoryToSaySo() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int octet) {
                throw new OutOfMemoryError("again");
            }
        };
        UncaughtErrors errors = new UncaughtErrors(new PrintStream(full, true, StandardCharsets.UTF_8), codes::add);
        try {
            errors.uncaughtException(Thread.currentThread(), new OutOfMemoryError("heap"));
        } catch (OutOfMemoryError again) {
            assertThat(again).hasMessage("again");
        }
        assertThat(codes).containsExactly(ServerExit.MEMORY_USED_UP.number());
    }

    @Test
    void theErrorOfNettyForMemoryOutsideTheHeapIsOne() {
        assertThat(OutOfMemoryError.class).isAssignableFrom(OutOfDirectMemoryError.class);
    }

    @Test
    void anExceptionOrADeepRecursionEndsNothing() throws InterruptedException {
        PrintStream to = new PrintStream(err, true, StandardCharsets.UTF_8);
        uncaught(new IllegalStateException("a defect"), to);
        uncaught(new StackOverflowError(), to);
        assertThat(codes).isEmpty();
    }
}
