package org.bdm.server.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A machine whose /proc and /sys are directories of a test. Its data port is on eth0, unless told otherwise. */
final class FakeHost {
    final HostTree tree;
    List<String> interfaces = List.of("eth0");

    FakeHost(Path directory) {
        tree = new HostTree(directory.resolve("proc"), directory.resolve("sys"));
    }

    FakeHost setting(String name, String value) {
        return proc("sys/" + name.replace('.', '/'), value);
    }

    FakeHost proc(String file, String text) {
        return put(tree.proc().resolve(file), text);
    }

    FakeHost sys(String file, String text) {
        return put(tree.sys().resolve(file), text);
    }

    private FakeHost put(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text + "\n");
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    DataNetwork network(int streams) {
        return new DataNetwork(tree, () -> interfaces, streams);
    }
}
