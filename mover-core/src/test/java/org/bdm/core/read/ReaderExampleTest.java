package org.bdm.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.tools.ToolProvider;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/how-to/read-from-java.md compiles, and reads what it says. */
class ReaderExampleTest {
    private static final Path EXAMPLE = Path.of("..", "docs", "examples", "ReadDimensions.java");

    @TempDir
    Path directory;

    /** As netCDF writes it: lat 73, a name of three bytes that is padded, and time, the record dimension. */
    private static byte[] netcdf() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0x43444601);
        out.writeInt(12);
        out.writeInt(0x0A);
        out.writeInt(2);
        out.writeInt(3);
        out.write("lat\0".getBytes(StandardCharsets.US_ASCII));
        out.writeInt(73);
        out.writeInt(4);
        out.write("time".getBytes(StandardCharsets.US_ASCII));
        out.writeInt(0);
        out.write(new byte[200]);
        return bytes.toByteArray();
    }

    @Test
    void theDimensionsOfAFileAreReadFromItsBeginning() throws Exception {
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        directory.toString(),
                        EXAMPLE.toString());
        assertThat(compiled).isZero();
        Files.write(directory.resolve("tas.nc"), netcdf());
        URL[] place = {directory.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(place, getClass().getClassLoader());
                LocalStore store = LocalStore.openReadOnly(new ExportRoot(new ExportName("data"), directory));
                RangeReader reader = RangeReader.of(store)) {
            StorePath path = StorePath.ofUtf8("tas.nc");
            FileToRead file = new FileToRead(path, reader.version(path).orElseThrow());
            Method dimensions =
                    loader.loadClass("ReadDimensions").getDeclaredMethod("of", RangeReader.class, FileToRead.class);
            dimensions.setAccessible(true);
            assertThat(dimensions.invoke(null, reader, file)).isEqualTo(Map.of("lat", 73, "time", 12));
        }
    }
}
