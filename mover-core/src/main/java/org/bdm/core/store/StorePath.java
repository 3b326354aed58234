package org.bdm.core.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * A path below an export: names from the root down, none for the root itself. Cannot leave the root by construction.
 *
 * @param names from the root down; at most 4,096 bytes in all, with the separators
 */
public record StorePath(List<FileName> names) implements Comparable<StorePath> {
    /** Longest path in bytes, with separators. */
    public static final int LENGTH_MAX = 4096;

    /** The root of an export. */
    public static final StorePath ROOT = new StorePath(List.of());

    /** Copies the list and checks the length. */
    public StorePath {
        names = List.copyOf(names);
        long length = Math.max(0, names.size() - 1);
        for (FileName name : names) length += name.length();
        if (length > LENGTH_MAX) {
            throw new MoverException(ErrorCode.NAME_TOO_LONG, "a path has " + length + " bytes, over " + LENGTH_MAX);
        }
    }

    /**
     * Reads names separated by '/'. Leading, trailing and repeated separators are refused, as are "." and "..": empty bytes are the root.
     *
     * @throws MoverException INVALID_PATH or NAME_TOO_LONG
     */
    public static StorePath of(byte[] bytes) {
        if (bytes.length == 0) return ROOT;
        if (bytes.length > LENGTH_MAX) {
            throw new MoverException(
                    ErrorCode.NAME_TOO_LONG, "a path has " + bytes.length + " bytes, over " + LENGTH_MAX);
        }
        List<FileName> names = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= bytes.length; i++) {
            if (i == bytes.length || bytes[i] == '/') {
                names.add(FileName.of(Arrays.copyOfRange(bytes, start, i)));
                start = i + 1;
            }
        }
        return new StorePath(names);
    }

    /** As {@link #of(byte[])} for the UTF-8 form of {@code text}. */
    public static StorePath ofUtf8(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The bytes that {@link #of(byte[])} reads. */
    public byte[] bytes() {
        byte[] bytes = new byte[length()];
        int at = 0;
        for (FileName name : names) {
            if (at > 0) bytes[at++] = '/';
            name.copyTo(bytes, at);
            at += name.length();
        }
        return bytes;
    }

    /** Number of {@link #bytes()}. */
    public int length() {
        int length = Math.max(0, names.size() - 1);
        for (FileName name : names) length += name.length();
        return length;
    }

    /** True when this is the root. */
    public boolean isRoot() {
        return names.isEmpty();
    }

    /** The last name; the root has none. */
    public FileName name() {
        if (isRoot()) throw new IllegalStateException("the root has no name");
        return names.get(names.size() - 1);
    }

    /** The directory that holds this; the root has none. */
    public StorePath parent() {
        if (isRoot()) throw new IllegalStateException("the root has no parent");
        return new StorePath(names.subList(0, names.size() - 1));
    }

    /** The entry {@code name} in this directory. */
    public StorePath child(FileName name) {
        List<FileName> longer = new ArrayList<>(names);
        longer.add(name);
        return new StorePath(longer);
    }

    /** This path, seen below {@code root}: {@code root} followed by these names. */
    public StorePath below(StorePath root) {
        List<FileName> all = new ArrayList<>(root.names);
        all.addAll(names);
        return new StorePath(all);
    }

    /** True when this is {@code ancestor} or lies below it, name by name. */
    public boolean startsWith(StorePath ancestor) {
        return names.size() >= ancestor.names.size()
                && names.subList(0, ancestor.names.size()).equals(ancestor.names);
    }

    /** For people, escaped as {@link FileName#shown()}; the root is the empty text. */
    public String shown() {
        StringBuilder shown = new StringBuilder();
        for (FileName name : names) shown.append(shown.isEmpty() ? "" : "/").append(name.shown());
        return shown.toString();
    }

    @Override
    public int compareTo(StorePath other) {
        int common = Math.min(names.size(), other.names.size());
        for (int i = 0; i < common; i++) {
            int order = names.get(i).compareTo(other.names.get(i));
            if (order != 0) return order;
        }
        return Integer.compare(names.size(), other.names.size());
    }

    @Override
    public String toString() {
        return "/" + shown();
    }
}
