package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.attention.Attention;
import org.bdm.server.attention.AttentionKind;
import org.bdm.server.attention.ListedItem;
import org.bdm.server.doctor.Diagnosis;
import org.bdm.server.doctor.Doctor;
import org.bdm.server.extension.Extensions;
import org.bdm.server.site.access.LocalExports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** An export that cannot be written is offered read-only, and the server runs with all others. */
@Tag("F7")
class UnwritableExportTest {
    private static final ExportName ODD = new ExportName("odd");

    @TempDir
    private Path directory;

    private ServerSettings settings;
    private RunningServer server;

    @BeforeEach
    void start() throws IOException {
        Path good = Files.createDirectory(directory.resolve("good"));
        Path odd = Files.createDirectory(directory.resolve("odd"));
        Files.writeString(odd.resolve("kept.nc"), "x");
        Files.createFile(odd.resolve(".bdm")); // where the own directory would be
        ServerOptions options = new ServerOptions();
        String home = directory.resolve("home").toString();
        new CommandLine(options)
                .parseArgs(
                        "--site",
                        "b",
                        "--port",
                        "0",
                        "--data-port",
                        "0",
                        "--home",
                        home,
                        "--export",
                        "in=" + good + ":rw",
                        "--export",
                        "odd=" + odd + ":rw");
        settings = ServerSettings.of(options, Map.of());
        server = RunningServer.start(settings, Extensions.ofThisProcess(), Map.of());
    }

    @AfterEach
    void stop() {
        if (server != null) server.stop();
    }

    @Test
    void theOtherExportIsWritableAndThisOneIsReadWithItsReason() {
        LocalExports exports = server.parts().exports();
        assertThat(exports.find(new ExportName("in")).isWritable()).isTrue();
        LocalExports.Export found = exports.find(ODD);
        assertThat(found.isWritable()).isFalse();
        assertThat(found.problem()).isNotNull();
        assertThat(found.store().status(StorePath.ofUtf8("kept.nc"))).isPresent();
        assertThatThrownBy(() -> exports.writable(ODD)).isInstanceOfSatisfying(MoverException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.EXPORT_READ_ONLY);
            assertThat(e.detail()).contains("offered read-only: ", ".bdm");
        });
    }

    @Test
    void attentionAndDoctorNameIt() {
        Attention attention = server.parts().attention(settings);
        assertThat(attention.list(null, false))
                .extracting(ListedItem::item)
                .filteredOn(item -> item.kind() == AttentionKind.EXPORT)
                .singleElement()
                .satisfies(item -> assertThat(item.cause().text()).contains("export odd is offered read-only"));
        try (Doctor doctor = Examination.of(server.parts(), settings)) {
            List<Diagnosis> placing = doctor.examine().stream()
                    .filter(diagnosis -> diagnosis.id().equals("placing"))
                    .toList();
            assertThat(placing).hasSize(2);
            assertThat(placing.get(0).finding().found()).contains("offered read-only");
            assertThat(placing.get(1).finding().found()).contains("proof: inode number and size");
        }
    }
}
