package org.bdm.server.app;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.writer.MarkPolicy;
import org.bdm.core.writer.WriterSettings;

/**
 * The numbers of threads, streams and jobs of a node. Defaults follow from the processors; docs/decisions/0018 says why, and which
 * of it was measured.
 */
final class NodeSizes {
    private static final int SYNC_THREADS = 2;

    /** The names accepted by {@code --size NAME=N}. */
    enum Size {
        /** Event loops of all data streams: each is one thread that moves the bytes of its streams. */
        STREAM_LOOPS(1, 64, processors -> within(1, 8, processors / 2)),
        /** Threads of all sources and sessions, on which nothing blocks. */
        SESSION_LOOPS(2, 64, processors -> within(2, 8, processors / 8)),
        /** Threads that read files for other sites. */
        READERS(2, 256, processors -> within(2, 64, processors)),
        /** Threads that compute digests. */
        HASHERS(1, 128, processors -> within(1, 64, processors / 2)),
        /** Threads of one job that write blocks of files. */
        WRITERS(1, 64, processors -> within(2, 8, processors / 4)),
        /** Threads of one job that write small files. */
        PACK_WRITERS(1, 64, processors -> within(2, 8, processors / 4)),
        /** Data streams of a job between hosts; one on loopback. */
        STREAMS(1, 16, processors -> within(2, 8, processors / 4)),
        /** Jobs that move files at the same time. */
        JOBS(1, 64, processors -> within(4, 16, processors / 2));

        private final int min;
        private final int max;
        private final IntUnaryOperator ofProcessors;

        Size(int min, int max, IntUnaryOperator ofProcessors) {
            this.min = min;
            this.max = max;
            this.ofProcessors = ofProcessors;
        }

        private static int within(int min, int max, int wished) {
            return Math.max(min, Math.min(max, wished));
        }

        String shown() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private final int processors;
    private final Map<Size, Integer> sizes;

    private NodeSizes(int processors, Map<Size, Integer> sizes) {
        this.processors = processors;
        this.sizes = sizes;
    }

    /**
     * The sizes of a node.
     *
     * @param said by name as {@link Size} has them, in lower case with hyphens
     * @throws MoverException INVALID_REQUEST for a name that does not exist, or a number out of its range
     */
    static NodeSizes of(int processors, Map<String, String> said) {
        Map<Size, Integer> sizes = new EnumMap<>(Size.class);
        for (Size size : Size.values()) sizes.put(size, size.ofProcessors.applyAsInt(processors));
        said.forEach((name, number) -> {
            Size size = named(name);
            sizes.put(size, number(size, number));
        });
        return new NodeSizes(processors, sizes);
    }

    private static Size named(String name) {
        return Arrays.stream(Size.values())
                .filter(size -> size.shown().equals(name))
                .findFirst()
                .orElseThrow(() -> refused(name + " is none of " + names()));
    }

    private static String names() {
        return List.of(Size.values()).stream().map(Size::shown).collect(Collectors.joining(", "));
    }

    private static int number(Size size, String text) {
        try {
            int number = Integer.parseInt(text);
            if (number >= size.min && number <= size.max) return number;
        } catch (NumberFormatException e) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "--size " + size.shown() + "=" + text + ": not a number", e);
        }
        throw refused(size.shown() + "=" + text + " is not between " + size.min + " and " + size.max);
    }

    private static MoverException refused(String what) {
        return new MoverException(ErrorCode.INVALID_REQUEST, "--size " + what);
    }

    int of(Size size) {
        return sizes.getOrDefault(size, size.min);
    }

    WriterSettings writers() {
        return new WriterSettings(of(Size.WRITERS), of(Size.PACK_WRITERS), SYNC_THREADS, MarkPolicy.DEFAULT);
    }

    @Override
    public String toString() {
        String all = sizes.entrySet().stream()
                .map(size -> size.getKey().shown() + " " + size.getValue())
                .collect(Collectors.joining(", "));
        return "sizes on " + processors + (processors == 1 ? " processor: " : " processors: ") + all;
    }
}
