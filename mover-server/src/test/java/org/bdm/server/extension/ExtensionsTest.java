package org.bdm.server.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
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

    private Path installed(String name, String implementation) throws IOException {
        Path extension = Files.createDirectories(directory.resolve(name));
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(extension.resolve("one.jar")))) {
            write(
                    jar,
                    "META-INF/services/" + Greeting.class.getName(),
                    implementation.getBytes(StandardCharsets.UTF_8));
        }
        return extension;
    }

    private static Extensions in(Path... directories) {
        return Extensions.in(List.of(directories), Extensions.class.getClassLoader());
    }

    @Test
    void anExtensionIsFoundInTheJarsOfItsDirectory() throws IOException {
        Path other = Files.createDirectory(directory.resolve("other"));
        Greeting found =
                in(other, installed("greeting", Polite.class.getName())).need(POINT, "--greet");
        assertThat(found.greet()).isEqualTo("Good morning");
    }

    @Test
    void librariesOfAnExtensionAreItsOwnAndItIsMadeOnce() throws Exception {
        Path extension = Files.createDirectories(directory.resolve("loud"));
        Path source = Files.writeString(directory.resolve("Loud.java"), """
                package made;
                public final class Loud implements java.util.function.Supplier<String> {
                    public String get() { return "GOOD MORNING"; }
                }
                """);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(null, null, null, "-d", directory.toString(), source.toString()))
                .isZero();
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(extension.resolve("loud.jar")))) {
            write(jar, "META-INF/services/" + Supplier.class.getName(), "made.Loud".getBytes(StandardCharsets.UTF_8));
            write(jar, "made/Loud.class", Files.readAllBytes(directory.resolve("made/Loud.class")));
        }
        Extensions extensions = in(extension);
        ExtensionPoint<Supplier> point = new ExtensionPoint<>(Supplier.class, "loud", "shouts");
        Supplier<?> found = extensions.need(point, "--shout");
        assertThat(found.get()).isEqualTo("GOOD MORNING");
        assertThat(found.getClass().getClassLoader()).isNotSameAs(Extensions.class.getClassLoader());
        assertThat(extensions.find(point)).containsSame(found);
    }

    private static void write(JarOutputStream jar, String name, byte[] content) throws IOException {
        jar.putNextEntry(new ZipEntry(name));
        jar.write(content);
        jar.closeEntry();
    }

    @Test
    void anExtensionWhoseClassesAreMissingIsNamedWhenItIsWantedAndNotBefore() throws IOException {
        Extensions extensions = in(installed("greeting", "made.Gone"));
        assertThat(extensions.isInstalled(POINT)).isTrue();
        assertThatThrownBy(() -> extensions.find(POINT))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
                .hasMessageContaining("'greeting' is damaged or of another version; install it again");
    }

    @Test
    void aJarThatIsCutOffAndADirectoryThatCannotBeReadAreNamed() throws IOException {
        Path extension = installed("greeting", "made.Loud");
        Path jar = extension.resolve("one.jar");
        Files.write(jar, Arrays.copyOf(Files.readAllBytes(jar), 40));
        assertThat(in(extension).absence(POINT)).contains(jar + " is damaged: install it again");
        Path none = directory.resolve("none");
        assertThatThrownBy(() -> in(none))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PERMISSION))
                .hasMessageContaining(none.toString());
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
