package org.bdm.core.netcdf.hdf;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.netcdf.FieldCursor;
import org.bdm.core.netcdf.StructureFault;

/**
 * The messages that describe an object, from its header and the blocks that continue it.
 *
 * <pre>
 *  version 1, no signature                      version 2
 *  0  version = 1, 0, messages (u2)             0  'OHDR', version = 2, flags
 *  4  references (u4), bytes of block (u4)         flags bit 5: four times (u4 each)
 * 12  0 (u4)                                       flags bit 4: two limits (u2 each)
 * 16  block                                        bytes of block (1, 2, 4 or 8: flags bits 0, 1)
 *                                                  block, checksum (u4)
 *  message: type (u2), bytes (u2), flags,       message: type (u1), bytes (u2), flags,
 *           0 0 0, body                                  flags bit 2: order (u2), body
 *  block that continues: messages               block that continues: 'OCHK', messages, checksum
 * </pre>
 *
 * @param address of the header
 */
record ObjectHeader(long address, List<Message> messages) {
    private static final int BLOCKS_MAX = 4096;
    private static final long BLOCK_BYTES_MAX = 16L << 20;
    private static final int PREFIX_BYTES_MAX = 64;
    private static final int CHECKSUM_BYTES = 4;

    static ObjectHeader read(Hdf5Bytes bytes, long address) {
        FieldCursor prefix = bytes.upTo(address, PREFIX_BYTES_MAX);
        return prefix.rest().u1() == 1 ? first(bytes, address, prefix) : second(bytes, address, prefix);
    }

    private static ObjectHeader first(Hdf5Bytes bytes, long address, FieldCursor prefix) {
        prefix.skip(8);
        long length = prefix.u4();
        prefix.skip(4);
        Blocks blocks = new Blocks(bytes, 1, 0);
        blocks.add(address + 16, length);
        return new ObjectHeader(address, blocks.messages());
    }

    private static ObjectHeader second(Hdf5Bytes bytes, long address, FieldCursor prefix) {
        long start = prefix.offset();
        prefix.signature("OHDR");
        int version = prefix.u1();
        if (version != 2) throw StructureFault.malformed(start + 4, "an object header has version " + version);
        int flags = prefix.u1();
        if ((flags & 0x20) != 0) prefix.skip(16);
        if ((flags & 0x10) != 0) prefix.skip(4);
        long length = prefix.unsigned(1 << (flags & 3));
        Blocks blocks = new Blocks(bytes, 2, flags);
        blocks.add(address + prefix.offset() - start, length);
        return new ObjectHeader(address, blocks.messages());
    }

    /** The first message of a type. */
    Optional<Message> find(int type) {
        return messages.stream().filter(message -> message.type() == type).findFirst();
    }

    /** Blocks that are still to be read, each once: a header that continues in itself is malformed. */
    private static final class Blocks {
        private record Block(long address, long length) {}

        private final Hdf5Bytes bytes;
        private final int version;
        private final int flags;
        private final Deque<Block> waiting = new ArrayDeque<>();
        private final Set<Long> seen = new HashSet<>();

        Blocks(Hdf5Bytes bytes, int version, int flags) {
            this.bytes = bytes;
            this.version = version;
            this.flags = flags;
        }

        void add(long address, long length) {
            if (!seen.add(address) || seen.size() > BLOCKS_MAX || length > BLOCK_BYTES_MAX) {
                throw StructureFault.malformed(address, "an object header continues in circles, or without end");
            }
            bytes.budget().bytes(length); // messages keep it, and blocks may overlap
            waiting.add(new Block(address, length));
        }

        List<Message> messages() {
            List<Message> messages = new ArrayList<>();
            boolean isFirst = true;
            while (!waiting.isEmpty()) {
                Block block = waiting.remove();
                FieldCursor cursor = bytes.at(block.address, block.length);
                if (version == 2 && !isFirst) {
                    cursor.signature("OCHK");
                    cursor = cursor.slice(Math.max(0, cursor.remaining() - CHECKSUM_BYTES));
                }
                isFirst = false;
                read(cursor, messages);
            }
            return messages;
        }

        private void read(FieldCursor cursor, List<Message> messages) {
            int headBytes = version == 1 ? 8 : (flags & 4) != 0 ? 6 : 4;
            while (cursor.remaining() >= headBytes) {
                bytes.budget().part();
                int type = version == 1 ? cursor.u2() : cursor.u1();
                int length = cursor.u2();
                int messageFlags = cursor.u1();
                cursor.skip(headBytes - (version == 1 ? 5 : 4));
                FieldCursor body = cursor.slice(length);
                if (type == Message.CONTINUATION) add(bytes.address(body), bytes.length(body));
                else messages.add(new Message(type, (messageFlags & 2) != 0, body));
            }
        }
    }
}
