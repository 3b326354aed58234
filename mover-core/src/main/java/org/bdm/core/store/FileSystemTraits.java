package org.bdm.core.store;

import java.util.ArrayList;
import java.util.List;

/**
 * Behaviour of the file system of a directory, as found by trying with an empty file of our own. Decides how files are placed there, what
 * proves that a file is ours, and what is lost.
 *
 * @param placing how a file gets a name that nobody has
 * @param stableInodes a file keeps its inode number while it gets another name, and after it was forgotten; else numbers say nothing
 * @param timeNanos granularity of modification times; 1 where they are kept exactly, {@link #TIMES_LOST} where they are not kept at all
 * @param keepsModes permission bits that are set are there afterwards
 * @param closedToOthers other users of the machine cannot put files into our own directory
 * @param reserves space is worth being reserved ahead: reserving works, what was reserved can be given back, and nothing is compressed
 */
public record FileSystemTraits(
        Placing placing,
        boolean stableInodes,
        long timeNanos,
        boolean keepsModes,
        boolean closedToOthers,
        boolean reserves) {
    /** Granularity of a file system that ignores the times it is given. */
    public static final long TIMES_LOST = 0;

    /** Everything is kept: what XFS and ext4 do, and what is assumed of stores that were not tried. */
    public static final FileSystemTraits ORDINARY = new FileSystemTraits(Placing.RENAME, true, 1, true, true, true);

    private static final long MICROSECOND = 1_000;

    /** Ways to give a file a name that nobody has. */
    public enum Placing {
        /** Rename that never replaces, in one step. */
        RENAME,
        /** A second name, and then without the first one: in two steps. */
        LINK,
        /** No way that never replaces a file of somebody else. */
        NONE
    }

    /** True where a modification time that is set can be found again, at whatever granularity. */
    public boolean keepsTimes() {
        return timeNanos != TIMES_LOST;
    }

    /** True where files can be placed without replacing those of others. */
    public boolean isSafeToWrite() {
        return placing != Placing.NONE;
    }

    /** Returns how a file is placed and what proves afterwards that it is ours, for people. */
    public String placed() {
        String way = switch (placing) {
            case RENAME -> "renamed without replacing";
            case LINK -> "linked, then unlinked";
            case NONE -> "not placed";
        };
        String proof;
        if (stableInodes) proof = "inode number and size";
        else proof = keepsTimes() ? "size and modification time" : "reading the file again";
        return way + "; proof: " + proof;
    }

    /** Returns what files lose on this file system, a phrase for each; empty on an ordinary one. */
    public List<String> lost() {
        List<String> lost = new ArrayList<>();
        if (!keepsTimes()) lost.add("modification times are not kept");
        else if (timeNanos > MICROSECOND) lost.add("modification times are kept to " + shownGranularity());
        if (!keepsModes) lost.add("permission bits are not kept");
        if (!stableInodes) lost.add("inode numbers are not stable: no hard links, weaker proof");
        if (!closedToOthers) lost.add("other users of the machine can write to the directory .bdm");
        return List.copyOf(lost);
    }

    private String shownGranularity() {
        if (timeNanos >= 1_000_000_000L) return timeNanos / 1_000_000_000L + " s";
        return timeNanos >= 1_000_000L ? timeNanos / 1_000_000L + " ms" : timeNanos / 1_000L + " µs";
    }
}
