package org.bdm.server.hsm;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.store.StorePath;

/** Absolute paths of files of an export, as programs read and write them: bytes, whatever the locale is. Pure. */
final class FilePaths {
    private static final byte LINE_FEED = '\n';

    private final byte[] root;

    /** Below a directory whose path is absolute. */
    FilePaths(byte[] root) {
        this.root = root.clone();
    }

    /** True if the path fits on a line. */
    static boolean isLine(StorePath file) {
        for (byte each : file.bytes()) if (each == LINE_FEED) return false;
        return true;
    }

    /** Returns the paths, each with an end. */
    byte[] list(List<StorePath> files, byte end) {
        ByteArrayOutputStream list = new ByteArrayOutputStream();
        for (StorePath file : files) {
            list.writeBytes(absolute(file));
            list.write(end);
        }
        return list.toByteArray();
    }

    /** Returns what finds the file of a path that a program wrote. */
    Answered answered(List<StorePath> files) {
        Map<String, StorePath> byPath = new HashMap<>();
        for (StorePath file : files) byPath.put(text(absolute(file)), file);
        return new Answered(byPath);
    }

    /** Files by their absolute paths. */
    record Answered(Map<String, StorePath> byPath) {
        /** Returns the file of a path whose bytes are the characters of this text. */
        Optional<StorePath> file(String path) {
            return Optional.ofNullable(byPath.get(path));
        }
    }

    /** One character for each byte, so that nothing is lost whatever the names are. */
    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private byte[] absolute(StorePath file) {
        ByteArrayOutputStream path = new ByteArrayOutputStream();
        path.writeBytes(root);
        if (root.length == 0 || root[root.length - 1] != '/') path.write('/');
        path.writeBytes(file.bytes());
        return path.toByteArray();
    }
}
