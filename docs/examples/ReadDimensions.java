import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.ExportName;
import org.bdm.core.read.DataNodeReader;
import org.bdm.core.read.FileToRead;
import org.bdm.core.read.RangeReader;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.WebProxy;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;

/**
 * Prints the dimensions of a classic netCDF file (CDF-1, CDF-2), of which it reads the first 64 KiB at most: of a data node, or of a directory.
 *
 * <pre>
 * java -cp 'mover-core.jar:lib/*' ReadDimensions.java https://node.example.org/thredds/fileServer/tas.nc 12345678
 * java -cp 'mover-core.jar:lib/*' ReadDimensions.java /archive CMIP6/tas.nc
 * </pre>
 */
public final class ReadDimensions {
    private static final int HEADER_BYTES = 64 << 10;
    private static final int DIMENSIONS = 0x0A;

    private ReadDimensions() {}

    public static void main(String[] arguments) throws IOException {
        Map<String, Integer> dimensions =
                arguments[0].startsWith("http") ? ofDataNode(arguments[0], arguments[1]) : ofDirectory(arguments);
        dimensions.forEach((name, length) -> System.out.println(name + " " + length));
    }

    private static Map<String, Integer> ofDataNode(String address, String sizeBytes) throws IOException {
        try (DataNodeReader nodes = new DataNodeReader(
                "read-dimensions/1 (+mailto:you@example.org)",
                List.of(),
                WebProxy.of(null, System.getenv()),
                new HttpNodes.Environment(Clock.systemUTC(), System::nanoTime, new Random()))) {
            return of(nodes.ranges(), DataNodeReader.file(Long.parseLong(sizeBytes), URI.create(address)));
        }
    }

    private static Map<String, Integer> ofDirectory(String[] arguments) throws IOException {
        ExportRoot root = new ExportRoot(new ExportName("data"), Path.of(arguments[0]));
        try (LocalStore store = LocalStore.openReadOnly(root);
                RangeReader reader = RangeReader.of(store)) {
            StorePath path = StorePath.ofUtf8(arguments[1]);
            return of(reader, new FileToRead(path, reader.version(path).orElseThrow()));
        }
    }

    /** Reads the beginning of the file into memory, and the dimensions out of it. */
    static Map<String, Integer> of(RangeReader reader, FileToRead file) throws IOException {
        ByteArrayOutputStream begin = new ByteArrayOutputStream();
        ByteRange range = new ByteRange(0, Math.min(HEADER_BYTES, file.expected().size()));
        reader.read(file, List.of(range), ChecksumAlgorithm.SHA256, (offset, bytes) -> {
            byte[] piece = new byte[bytes.remaining()];
            bytes.get(piece);
            begin.writeBytes(piece);
        });
        return dimensions(ByteBuffer.wrap(begin.toByteArray()));
    }

    /** "CDF", version, number of records; then a tag, a count, and for each dimension its name, padded to 4 bytes, and its length. */
    private static Map<String, Integer> dimensions(ByteBuffer header) throws IOException {
        int magic = header.getInt();
        if (magic != 0x43444601 && magic != 0x43444602) throw new IOException("not a classic netCDF file");
        int records = header.getInt();
        int tag = header.getInt();
        int count = header.getInt();
        Map<String, Integer> dimensions = new LinkedHashMap<>();
        for (int i = 0; tag == DIMENSIONS && i < count; i++) {
            byte[] name = new byte[header.getInt()];
            header.get(name);
            header.position((header.position() + 3) / 4 * 4);
            int length = header.getInt();
            dimensions.put(new String(name, StandardCharsets.UTF_8), length == 0 ? records : length);
        }
        return dimensions;
    }
}
