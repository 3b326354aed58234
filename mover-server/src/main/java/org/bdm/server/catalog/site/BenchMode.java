package org.bdm.server.catalog.site;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The media that a measurement of a link works with at its two ends. */
public enum BenchMode {
    MEMORY("mem-mem", "memory to memory"),
    FROM_DISK("disk-mem", "disk to memory"),
    TO_DISK("mem-disk", "memory to disk"),
    DISKS("disk-disk", "disk to disk");

    private final String word;
    private final String text;

    BenchMode(String word, String text) {
        this.word = word;
        this.text = text;
    }

    /** The word of the API, and of the catalog. */
    public String word() {
        return word;
    }

    /** The same for people. */
    public String text() {
        return text;
    }

    /** True if the source reads files. */
    public boolean readsDisk() {
        return this == FROM_DISK || this == DISKS;
    }

    /** True if the destination writes files. */
    public boolean writesDisk() {
        return this == TO_DISK || this == DISKS;
    }

    /** The mode of this word. */
    public static Optional<BenchMode> of(String word) {
        return Arrays.stream(values()).filter(mode -> mode.word.equals(word)).findFirst();
    }

    /** All words, for people. */
    public static String words() {
        return Arrays.stream(values()).map(BenchMode::word).collect(Collectors.joining(", "));
    }
}
