package org.bdm.core.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockMemoryTest {
    private static final int MIB = 1 << 20;

    @Test
    void reservedMemoryIsNotTakenBeforeItIsUsed() throws IOException {
        long before = anonymousKib();
        List<ByteBuffer> reserved = BlockMemory.reserve(1024, MIB);
        long taken = anonymousKib() - before;
        assertThat(reserved).hasSize(1024);
        assertThat(taken).as("KiB taken for 1 GiB").isLessThan(512 << 10);
    }

    @Test
    void buffersAreApartAlignedAndBigEndian() {
        List<ByteBuffer> reserved = BlockMemory.reserve(3, 5000);
        for (int i = 0; i < 3; i++) {
            ByteBuffer buffer = reserved.get(i);
            assertThat(Unpooled.wrappedBuffer(buffer).memoryAddress() % 4096).isZero();
            assertThat(buffer.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
            for (int at = 0; at < 5000; at++) buffer.put(at, (byte) i);
        }
        for (int i = 0; i < 3; i++) {
            ByteBuffer buffer = reserved.get(i);
            assertThat(buffer.capacity()).isEqualTo(5000);
            byte[] all = new byte[5000];
            buffer.get(0, all);
            assertThat(all).containsOnly(i);
        }
    }

    private static long anonymousKib() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("RssAnon:")) return Long.parseLong(line.replaceAll("\\D", ""));
        }
        throw new IOException("the system does not say how much memory the process has");
    }
}
