package org.bdm.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.block.ByteRange;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.RequestId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;

/** The worked example of docs/protocol.md is what the codec writes and reads. */
class ProtocolExampleTest {
    private static final byte[] CONTENT = "bulk data mover\n".getBytes(StandardCharsets.US_ASCII);
    private static final Pattern EXAMPLE = Pattern.compile("```hex ([A-Z_]+)\n(.*?)```", Pattern.DOTALL);

    @Test
    void theExampleOfTheDocumentIsWrittenByteForByte() throws IOException {
        assertThat(documented()).isEqualTo(written());
    }

    private static Map<String, String> written() {
        RequestId request = new RequestId(1);
        Frame.WantItem item = new Frame.WantItem(
                SampleFrames.FILE,
                SampleFrames.EPOCH,
                StorePath.ofUtf8("CMIP6/tas.nc"),
                SampleFrames.VERSION,
                List.of(new ByteRange(0, CONTENT.length)),
                false);
        Frame.Block block = SampleFrames.block(CONTENT);
        Map<String, String> frames = new LinkedHashMap<>();
        frames.put("HELLO", hex(SampleFrames.bytes(hello())));
        frames.put(
                "WELCOME",
                hex(SampleFrames.bytes(new Frame.Welcome(1, 0, SampleFrames.LIMITS, 1_577_837_700L, 1_577_836_800L))));
        frames.put("WANT", hex(SampleFrames.bytes(new Frame.Want(request, "cmip6", List.of(item)))));
        frames.put("BLOCK", hex(SampleFrames.bulkBytes(new Frame.Block(request, block.tag()), CONTENT)));
        frames.put(
                "FILE_END",
                hex(SampleFrames.bytes(new Frame.FileEnd(
                        request, SampleFrames.FILE, SampleFrames.EPOCH, SampleFrames.VERSION, 0644))));
        return frames;
    }

    private static Frame hello() {
        return new Frame.Hello(
                1,
                1,
                0,
                new SiteName("dkrz"),
                new NodeId("ab".repeat(32)),
                0x0123456789abcdefL,
                Frame.Purpose.ASK,
                "s-1",
                SampleFrames.LIMITS,
                Optional.of("ticket".getBytes(StandardCharsets.US_ASCII)));
    }

    private static Map<String, String> documented() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "protocol.md"));
        Map<String, String> frames = new LinkedHashMap<>();
        Matcher example = EXAMPLE.matcher(document);
        while (example.find()) frames.put(example.group(1), hexOf(example.group(2)));
        return frames;
    }

    /** Hexadecimal digits up to a '|', which begins a remark. */
    private static String hexOf(String lines) {
        StringBuilder hex = new StringBuilder();
        for (String line : lines.split("\n")) {
            int remark = line.indexOf('|');
            hex.append((remark < 0 ? line : line.substring(0, remark)).replace(" ", ""));
        }
        return hex.toString();
    }

    private static String hex(byte[] bytes) {
        return SampleFrames.hex(bytes);
    }
}
