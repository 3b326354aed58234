package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** An export and the home are kept apart, whatever way leads from one to the other. */
class HomePlacementTest {
    private Path top;
    private Path home;
    private Path export;

    @BeforeEach
    void makeDirectories(@TempDir Path directory) throws IOException {
        top = directory.toRealPath();
        home = Files.createDirectories(top.resolve("var/home"));
        export = Files.createDirectories(top.resolve("data"));
    }

    private static ExportSetting export(Path directory) {
        return new ExportSetting(new ExportName("all"), directory, false);
    }

    private void check(String mounts, Path exported) throws IOException {
        String table = "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n" + mounts;
        new HomePlacement(MountTable.parse(table)).refuseOverlap(export(exported), home);
    }

    private void assertRefused(String mounts, Path exported, String word) {
        assertThatThrownBy(() -> check(mounts, exported))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining(word);
    }

    @Test
    void neighboursAreFine() {
        assertThatCode(() -> check("", export)).doesNotThrowAnyException();
        assertThatCode(() -> check("30 22 0:44 / " + export + "/tmp rw - tmpfs none rw\n", export))
                .doesNotThrowAnyException();
    }

    @Test
    void neitherMayLieInTheOther() throws IOException {
        assertRefused("", top, "contains the home");
        assertRefused("", home, "contains the home");
        assertRefused("", Files.createDirectories(home.resolve("out")), "lies in the home");
    }

    @Test
    void aHomeThatIsNotThereYetIsCompared() {
        home = export.resolve("later/home");
        assertRefused("", export, "contains the home");
    }

    @Test
    void linksHideNothing() throws IOException {
        Path link = Files.createSymbolicLink(top.resolve("link"), top.resolve("var"));
        assertRefused("", link, "contains the home");
        home = Files.createSymbolicLink(top.resolve("home-link"), Files.createDirectories(export.resolve("h")));
        assertRefused("", export, "contains the home");
    }

    @Test
    void bindMountsHideNothing() throws IOException {
        String bound = "30 22 8:1 " + top + "/var " + export + "/sub rw - ext4 /dev/sda1 rw\n";
        assertRefused(bound, export, "contains the home");
        String part = "30 22 8:1 " + home + "/catalog " + export + "/sub rw - ext4 /dev/sda1 rw\n";
        assertRefused(part, export, "contains the home");
        String itself = "30 22 8:1 " + home + "/sub " + export + " rw - ext4 /dev/sda1 rw\n";
        assertRefused(itself, export, "the home");
        String overOther = "30 22 8:2 /x/home " + home + " rw - ext4 /dev/sdb1 rw\n" + "31 22 8:2 /x " + export
                + " rw - ext4 /dev/sdb1 rw\n";
        assertRefused(overOther, export, "contains the home");
    }

    @Test
    void aMountPointWithSpacesIsRead() throws IOException {
        Path spaced = Files.createDirectories(top.resolve("my data"));
        String bound = "30 22 8:1 " + top + "/var " + top + "/my\\040data/sub rw - ext4 /dev/sda1 rw\n";
        assertRefused(bound, spaced, "contains the home");
    }

    private void checkDataNode(String key, Path file) {
        ServerOptions options = new ServerOptions();
        new CommandLine(options)
                .parseArgs(
                        "--site", "a", "--export", "all=" + export, "--data-node", "esgf.example=" + key + "=" + file);
        HomePlacement.check(ServerSettings.of(options, Map.of("BDM_HOME", home.toString())), null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"token-file", "client-cert"})
    void secretsForDataNodesLieInNoExport(String key) throws IOException {
        Path inside = Files.writeString(export.resolve("secret"), "secret");
        Path outside = Files.writeString(top.resolve("secret"), "secret");
        Path link = Files.createSymbolicLink(top.resolve("link"), inside);
        for (Path refused : List.of(inside, link)) {
            assertThatThrownBy(() -> checkDataNode(key, refused))
                    .isInstanceOf(MoverException.class)
                    .hasMessageContaining("contains the " + key + " of --data-node esgf.example, " + refused);
        }
        assertThatCode(() -> checkDataNode(key, outside)).doesNotThrowAnyException();
    }

    private void checkWith(String... more) {
        ServerOptions options = new ServerOptions();
        List<String> arguments = new ArrayList<>(List.of("--site", "a", "--export", "all=" + export));
        arguments.addAll(List.of(more));
        new CommandLine(options).parseArgs(arguments.toArray(String[]::new));
        HomePlacement.check(ServerSettings.of(options, Map.of("BDM_HOME", home.toString())), null);
    }

    @Test
    void secretsOfCarriersStoresAndTheSiteLieInNoExport() throws IOException {
        Path inside = Files.writeString(export.resolve("secret"), "secret");
        Path outside = Files.writeString(top.resolve("secret"), "secret");
        Map<String, List<String>> secrets = Map.of(
                "token-file of --carrier g",
                        List.of("--carrier", "g=globus,client-id=x,collection=y,export=all,token-file="),
                "secret-file of --carrier g", List.of("--carrier", "g=globus,client-id=x,export=all secret-file="),
                "credentials-file of --s3 store", List.of("--s3", "store=https://s3.example.org,credentials-file="),
                "file of --site-key", List.of("--site-key", ""));
        secrets.forEach((what, option) -> {
            assertThatThrownBy(() -> checkWith(option.get(0), option.get(1) + inside))
                    .isInstanceOf(MoverException.class)
                    .hasMessageContaining("contains the " + what + ", " + inside);
            assertThatCode(() -> checkWith(option.get(0), option.get(1) + outside))
                    .as(what)
                    .doesNotThrowAnyException();
        });
    }

    @Test
    void certificatesOfAuthoritiesAreNoSecret() throws IOException {
        Path authority = Files.writeString(export.resolve("ca.pem"), "public");
        assertThatCode(() -> checkDataNode("ca-file", authority)).doesNotThrowAnyException();
    }

    private void checkExports(String... exports) {
        ServerOptions options = new ServerOptions();
        List<String> arguments = new ArrayList<>(List.of("--site", "a"));
        for (String each : exports) arguments.addAll(List.of("--export", each));
        new CommandLine(options).parseArgs(arguments.toArray(String[]::new));
        HomePlacement.check(ServerSettings.of(options, Map.of("BDM_HOME", home.toString())), null);
    }

    @Test
    @Tag("A5")
    void writableExportsDoNotLieInEachOther() throws IOException {
        Path inner = Files.createDirectories(export.resolve("ok"));
        Path link = Files.createSymbolicLink(top.resolve("inner-link"), inner);
        for (Path nested : List.of(inner, link, export)) {
            for (List<String> both : List.of(
                    List.of("outer=" + export + ":rw", "inner=" + nested + ":rw"),
                    List.of("inner=" + nested + ":rw", "outer=" + export + ":rw"))) {
                assertThatThrownBy(() -> checkExports(both.toArray(String[]::new)))
                        .isInstanceOf(MoverException.class)
                        .hasMessageContaining("lies in export")
                        .hasMessageContaining("read-only");
            }
        }
        assertThatCode(() -> checkExports("outer=" + export + ":rw", "inner=" + inner))
                .doesNotThrowAnyException();
        assertThatCode(() -> checkExports("outer=" + export, "inner=" + inner + ":rw"))
                .doesNotThrowAnyException();
        Path beside = Files.createDirectories(top.resolve("data-2"));
        assertThatCode(() -> checkExports("outer=" + export + ":rw", "beside=" + beside + ":rw"))
                .doesNotThrowAnyException();
    }

    @Test
    @Tag("A5")
    void aBindMountDoesNotHideThatOneWritableExportLiesInTheOther() throws IOException {
        Path bound = Files.createDirectories(top.resolve("bound"));
        String mounts = "30 22 8:1 " + export + "/ok " + bound + " rw - ext4 /dev/sda1 rw\n";
        HomePlacement placement = new HomePlacement(MountTable.parse("22 1 8:1 / / rw - ext4 /dev/sda1 rw\n" + mounts));
        ExportSetting outer = new ExportSetting(new ExportName("outer"), export, true);
        ExportSetting inner = new ExportSetting(new ExportName("inner"), bound, true);
        assertThatThrownBy(() -> placement.refuseNested(outer, inner)).hasMessageContaining("lies in export outer");
    }
}
