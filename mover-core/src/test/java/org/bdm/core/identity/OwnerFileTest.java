package org.bdm.core.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerFileTest {
    @TempDir
    Path directory;

    @Test
    void aSecretReplacesTheFormerOneAndIsTheOwnersAlone() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "former\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        Path left = Files.writeString(directory.resolve("token.new"), "what a killed process left, which is longer");
        Files.setPosixFilePermissions(left, PosixFilePermissions.fromString("rw-r--r--"));
        OwnerFile.replace(file, "new\n");
        assertThat(file).hasContent("new\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(left).doesNotExist();
    }

    @Test
    void aFileThatCannotBeWrittenStaysAsItWas() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "former\n");
        Files.createDirectories(directory.resolve("token.new/in-the-way"));
        assertThatThrownBy(() -> OwnerFile.replace(file, "new\n")).isInstanceOf(IOException.class);
        assertThat(file).hasContent("former\n");
    }
}
