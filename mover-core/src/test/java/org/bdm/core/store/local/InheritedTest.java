package org.bdm.core.store.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.bdm.core.id.JobId;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files and directories get what those made in their directory get. */
@Tag("F10")
class InheritedTest {
    private static final int GROUP = 1234;
    private static final byte[] ACCESS = "system.posix_acl_access".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DEFAULT = "system.posix_acl_default".getBytes(StandardCharsets.US_ASCII);

    private TemporaryExport export;
    private LocalStore store;

    @BeforeEach
    void open(@TempDir Path parent) throws IOException {
        export = new TemporaryExport(parent);
        Path shared = Files.createDirectory(export.path().resolve("shared"));
        boolean isRoot = (Integer) Files.getAttribute(shared, "unix:uid") == 0;
        assumeTrue(isRoot, "only root may give a directory to any group");
        Files.setAttribute(shared, "unix:gid", GROUP);
        Files.setAttribute(shared, "unix:mode", 02775);
        store = LocalStore.openWritable(export.root);
    }

    @AfterEach
    void close() throws IOException {
        if (store != null) store.close();
        export.close();
    }

    private Path place(String destination) {
        WorkArea area = store.workArea(new JobId(5));
        StorePath path = StorePath.ofUtf8(destination);
        try (WritableFile file = area.create("1-1.part", path)) {
            file.write(0, ByteBuffer.wrap(new byte[3]));
            area.inherit(file, path);
            file.setAttributes(Instant.EPOCH, 0644);
            file.force();
        }
        store.makeDirectories(path.parent(), 0755);
        area.place("1-1.part", path, PlaceMode.NEW);
        return export.path().resolve(destination);
    }

    @Test
    void aFileGetsTheGroupOfADirectoryThatGivesItOn() throws IOException {
        Path placed = place("shared/tas.nc");
        assertThat(Files.getAttribute(placed, "unix:gid")).isEqualTo(GROUP);
        assertThat((int) Files.getAttribute(placed, "unix:mode") & 07777).isEqualTo(0644);
    }

    @Test
    void directoriesThatAreMadeGiveItOnToo() throws IOException {
        Path placed = place("shared/new/deeper/tas.nc");
        assertThat(Files.getAttribute(placed, "unix:gid")).isEqualTo(GROUP);
        Path made = placed.getParent();
        assertThat(Files.getAttribute(made, "unix:gid")).isEqualTo(GROUP);
        assertThat((int) Files.getAttribute(made, "unix:mode") & 07777).isEqualTo(02755);
        store.setDirectoryAttributes(StorePath.ofUtf8("shared/new/deeper"), Instant.EPOCH, 0750);
        assertThat((int) Files.getAttribute(made, "unix:mode") & 07777).isEqualTo(02750);
    }

    @Test
    void aFileElsewhereKeepsTheGroupOfTheServer() throws IOException {
        Path ordinary = Files.createFile(export.path().resolve("ordinary"));
        Path placed = place("tas.nc");
        assertThat(Files.getAttribute(placed, "unix:gid")).isEqualTo(Files.getAttribute(ordinary, "unix:gid"));
    }

    @Test
    void aFileGetsTheDefaultAccessListOfItsDirectory() {
        int directory = Posix.openTrusted(bytes("shared"));
        int opened = Posix.openEntry(directory, new byte[] {'.'}, Posix.READ_ONLY | Posix.DIRECTORY, 0);
        assumeTrue(Posix.setAttribute(opened, DEFAULT, accessList()) >= 0, "this file system has no access lists");
        place("shared/tas.nc");
        int file = Posix.openEntry(opened, "tas.nc".getBytes(StandardCharsets.US_ASCII), Posix.READ_ONLY, 0);
        byte[] list = Posix.attribute(file, ACCESS);
        assertThat(list).isNotNull();
        // group:1235 is there, and the mask is what the mode leaves
        assertThat(entry(list, 0x08)).isEqualTo(7);
        assertThat(entry(list, 0x10)).isEqualTo(4);
        Posix.closeDescriptor(file);
        Posix.closeDescriptor(opened);
        Posix.closeDescriptor(directory);
    }

    private byte[] bytes(String name) {
        return export.path().resolve(name).toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The access list {@code u::rwx,g::r-x,g:1235:rwx,m::rwx,o::r-x} as the kernel has it. */
    private static byte[] accessList() {
        ByteBuffer list =
                ByteBuffer.allocate(4 + 5 * 8).order(ByteOrder.LITTLE_ENDIAN).putInt(2);
        add(list, 0x01, 7, -1);
        add(list, 0x04, 5, -1);
        add(list, 0x08, 7, 1235);
        add(list, 0x10, 7, -1);
        add(list, 0x20, 5, -1);
        return list.array();
    }

    private static void add(ByteBuffer list, int tag, int permissions, int id) {
        list.putShort((short) tag).putShort((short) permissions).putInt(id);
    }

    private static int entry(byte[] list, int tag) {
        ByteBuffer entries = ByteBuffer.wrap(list).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 4; at < list.length; at += 8) {
            if (entries.getShort(at) == tag) return entries.getShort(at + 2);
        }
        return -1;
    }
}
