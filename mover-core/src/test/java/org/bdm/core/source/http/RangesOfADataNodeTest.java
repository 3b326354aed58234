package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.MoverException;
import org.bdm.core.read.DataNodeReader;
import org.bdm.core.read.RangeReader;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.WebProxy;
import org.bdm.core.store.StoreContent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ranges of a file at a data node. */
class RangesOfADataNodeTest {
    private static final int MIB = 1 << 20;

    private final FakeDataNode node = new FakeDataNode();
    private final DataNodeReader nodes = new DataNodeReader(
            "bdm-test/1 (+mailto:nobody@example.org)",
            List.of(node.authority()),
            WebProxy.NONE,
            new HttpNodes.Environment(Clock.systemUTC(), System::nanoTime, new Random(1)));
    private final RangeReader reader = nodes.ranges();

    @AfterEach
    void stop() {
        nodes.close();
        node.close();
    }

    @Test
    void rangesComeInOrder() throws Exception {
        byte[] content = StoreContent.random(9 * MIB, 3);
        URI location = node.put("/a.bin", content);
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        reader.read(
                DataNodeReader.file(content.length, location),
                List.of(new ByteRange(MIB + 1, 7 * MIB), new ByteRange(0, 10)),
                ChecksumAlgorithm.SHA256,
                (offset, bytes) -> {
                    byte[] copied = new byte[bytes.remaining()];
                    bytes.get(copied);
                    out.writeBytes(copied);
                });

        byte[] read = out.toByteArray();
        assertThat(Arrays.equals(read, 0, 7 * MIB, content, MIB + 1, 8 * MIB + 1))
                .isTrue();
        assertThat(Arrays.copyOfRange(read, 7 * MIB, read.length)).isEqualTo(Arrays.copyOf(content, 10));
    }

    @Test
    void aFileThatNoNodeHasFails() {
        assertThatThrownBy(() -> reader.read(
                        DataNodeReader.file(100, node.url("/none.bin")),
                        List.of(new ByteRange(0, 10)),
                        ChecksumAlgorithm.SHA256,
                        (offset, bytes) -> {}))
                .isInstanceOf(MoverException.class);
    }
}
