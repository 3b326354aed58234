package org.bdm.core.netcdf.hdf;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureFault;

/**
 * The links of a group, in each of the three forms.
 *
 * <pre>
 *  symbol table: tree (offset), names (offset)
 *     node of the tree: 'TREE', 0, level, entries (u2), left, right (offset each), name (length), address (offset), ..
 *     leaf: 'SNOD', 1, 0, entries (u2), entry: name, header (offset each), kind (u4; 2: symbolic), 0 (u4), 16 bytes
 *  link message: 1, flags, [kind (u1): bit 3], [order (8 bytes): bit 2], [character set (u1): bit 4],
 *     bytes of name (1, 2, 4 or 8: bits 0, 1), name; kind 0, hard: header (offset)
 *  link info: 0, flags, [largest order (8 bytes): bit 0], heap, tree (offset each): records of hash (u4), id (7 bytes)
 * </pre>
 */
final class GroupLinks {
    private static final int LEVELS_MAX = 16;

    private final Hdf5Bytes bytes;
    private final List<Link> links = new ArrayList<>();
    private final Set<Long> seen = new HashSet<>();

    private GroupLinks(Hdf5Bytes bytes) {
        this.bytes = bytes;
    }

    static boolean isGroup(ObjectHeader header) {
        return header.messages().stream()
                .anyMatch(message -> message.type() == Message.SYMBOL_TABLE
                        || message.type() == Message.LINK_INFO
                        || message.type() == Message.GROUP_INFO);
    }

    /** Hard links in the order of the file; UNSUPPORTED names others. */
    static List<Link> read(Hdf5Bytes bytes, SharedMessages shared, ObjectHeader header) {
        GroupLinks group = new GroupLinks(bytes);
        for (Message message : header.messages()) {
            switch (message.type()) {
                case Message.SYMBOL_TABLE -> group.symbolTable(shared.body(message));
                case Message.LINK -> group.link(shared.body(message));
                case Message.LINK_INFO -> group.dense(shared.body(message));
                default -> {}
            }
        }
        return group.links;
    }

    private void symbolTable(FieldCursor cursor) {
        long tree = bytes.address(cursor);
        node(tree, LocalHeap.read(bytes, bytes.address(cursor)), LEVELS_MAX);
    }

    private void node(long address, LocalHeap names, int levelMax) {
        if (!seen.add(address)) throw StructureFault.malformed(address, "a tree goes in circles");
        long headBytes = 8 + 2L * bytes.offsetWidth();
        FieldCursor head = bytes.at(address, headBytes);
        head.signature("TREE");
        int type = head.u1();
        int level = head.u1();
        int entries = head.u2();
        if (type != 0 || level > levelMax) {
            throw StructureFault.malformed(address, "a tree of links has a node of type " + type + ", level " + level);
        }
        FieldCursor cursor =
                bytes.at(address + headBytes, (long) entries * (bytes.lengthWidth() + bytes.offsetWidth()));
        for (int i = 0; i < entries; i++) {
            cursor.skip(bytes.lengthWidth());
            long child = bytes.address(cursor);
            if (level == 0) leaf(child, names);
            else node(child, names, level - 1);
        }
    }

    private void leaf(long address, LocalHeap names) {
        FieldCursor head = bytes.at(address, 8);
        head.signature("SNOD").skip(2);
        int entries = head.u2();
        FieldCursor cursor = bytes.at(address + 8, entries * (2L * bytes.offsetWidth() + 24));
        for (int i = 0; i < entries; i++) {
            String name = names.name(bytes.address(cursor));
            long header = bytes.address(cursor);
            if (cursor.u4() == 2) throw other(name, "a symbolic link");
            cursor.skip(20);
            add(name, header);
        }
    }

    private static RuntimeException other(String name, String kind) {
        return StructureFault.unsupported("'" + name + "' is " + kind + ", not a variable or group of its own");
    }

    private void add(String name, long header) {
        bytes.budget().part();
        bytes.budget().bytes(name.length());
        links.add(new Link(name, header));
    }

    private void link(FieldCursor cursor) {
        long start = cursor.offset();
        if (cursor.u1() != 1) throw StructureFault.malformed(start, "a link has an unknown version");
        int flags = cursor.u1();
        int kind = (flags & 8) != 0 ? cursor.u1() : 0;
        if ((flags & 4) != 0) cursor.skip(8);
        if ((flags & 16) != 0) cursor.skip(1);
        long length = cursor.unsigned(1 << (flags & 3));
        String name = new String(cursor.bytes(length), StandardCharsets.UTF_8);
        if (kind == 1) throw other(name, "a symbolic link");
        if (kind != 0) throw other(name, "a link to another file");
        add(name, bytes.address(cursor));
    }

    private void dense(FieldCursor cursor) {
        cursor.skip(1);
        int flags = cursor.u1();
        if ((flags & 1) != 0) cursor.skip(8);
        long heapAddress = bytes.address(cursor);
        long tree = bytes.address(cursor);
        Optional<Long> byOrder = (flags & 2) != 0 ? Optional.of(bytes.address(cursor)) : Optional.empty();
        if (heapAddress == Hdf5Bytes.UNDEFINED) return;
        FractalHeap heap = FractalHeap.read(bytes, heapAddress);
        // By order of creation where it is kept, so that variables come as they were defined.
        if (byOrder.isPresent() && byOrder.get() != Hdf5Bytes.UNDEFINED) {
            BTreeV2.read(bytes, byOrder.get(), node -> link(heap.object(node.skip(8))));
        } else {
            BTreeV2.read(bytes, tree, node -> link(heap.object(node.skip(4))));
        }
    }
}
