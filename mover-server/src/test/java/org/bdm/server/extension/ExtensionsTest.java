package org.bdm.server.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtensionsTest {
    private static final ExtensionPoint<Greeting> POINT =
            new ExtensionPoint<>(Greeting.class, "greeting", "greets people");

    @TempDir
    Path directory;

    /** What an extension of this test does. */
    public interface Greeting {
        /** Greets. */
        String greet();
    }

    /** The extension, whose class the loader of the server has. */
    public static final class Polite implements Greeting {
        @Override
        public String greet() {
            return "Good morning";
        }
    }

    private Path installed(String name, Class<?> implementation) throws IOException {
        Path extension = Files.createDirectories(directory.resolve(name));
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(extension.resolve("one.jar")))) {
            jar.putNextEntry(new ZipEntry("META-INF/services/" + Greeting.class.getName()));
            jar.write(implementation.getName().getBytes(StandardCharsets.UTF_8));
            jar.closeEntry();
        }
        return extension;
    }

    private static Extensions in(Path... directories) {
        return Extensions.in(List.of(directories), Extensions.class.getClassLoader());
    }

    @Test
    void anExtensionIsFoundInTheJarsOfItsDirectory() throws IOException {
        Path other = Files.createDirectory(directory.resolve("other"));
        Greeting found = in(other, installed("greeting", Polite.class)).need(POINT, "--greet");
        assertThat(found.greet()).isEqualTo("Good morning");
    }

    @Test
    void whoAsksForOneThatIsNotInstalledIsToldWhichAndWhere() {
        assertThat(in().find(POINT)).isEmpty();
        assertThatThrownBy(() -> in().need(POINT, "--greet"))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
                .hasMessageContaining("--greet: the extension 'greeting', which greets people, is not installed;"
                        + " put its directory back into lib/extensions");
    }
}
