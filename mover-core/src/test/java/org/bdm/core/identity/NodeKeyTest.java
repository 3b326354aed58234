package org.bdm.core.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeKeyTest {
    private final SecureRandom random = new SecureRandom();

    @TempDir
    Path directory;

    @Test
    void theKeyOfTheFirstStartIsReadBackAtTheSecond() throws IOException, GeneralSecurityException {
        Path file = directory.resolve("node.pem");
        NodeKey made = NodeKey.loadOrCreate(file, Clock.systemUTC(), random);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");

        NodeKey read = NodeKey.loadOrCreate(file, Clock.systemUTC(), random);
        assertThat(read.node()).isEqualTo(made.node());
        assertThat(read.privateKey()).isEqualTo(made.privateKey());
        assertThat(read.certificate()).isEqualTo(made.certificate());
        read.certificate().verify(read.certificate().getPublicKey());
        assertThat(directory).isDirectoryNotContaining(path -> !path.equals(file));
    }

    @Test
    void aKeyThatOthersMayReadIsRefused() throws IOException {
        Path file = directory.resolve("node.pem");
        NodeKey.loadOrCreate(file, Clock.systemUTC(), random);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> NodeKey.loadOrCreate(file, Clock.systemUTC(), random))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("chmod 600");
    }

    @Test
    void aFileThatIsNoKeyIsRefusedAndLeftAlone() throws IOException {
        Path file = directory.resolve("node.pem");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, "hello");
        assertThatThrownBy(() -> NodeKey.loadOrCreate(file, Clock.systemUTC(), random))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
        assertThat(file).hasContent("hello");
    }

    @Test
    void twoKeysHaveTwoNames() {
        assertThat(NodeKey.create(Clock.systemUTC(), random).node())
                .isNotEqualTo(NodeKey.create(Clock.systemUTC(), random).node());
    }
}
