package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.http.S3Endpoint;
import org.bdm.core.source.http.node.NodePolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class S3SettingsTest {
    @TempDir
    Path directory;

    private ServerSettings settings(String... args) {
        ServerOptions options = new ServerOptions();
        new CommandLine(options).parseArgs(args);
        return ServerSettings.of(options, Map.of("HOME", directory.toString()));
    }

    @Test
    void aBucketIsAnExportOfAStoreThatIsNamed() {
        ServerSettings settings = settings(
                "--site",
                "a",
                "--s3",
                "store=https://s3.example:9000,region=eu,style=virtual,credentials-file=/etc/s3,profile=p",
                "--export",
                "d=" + directory,
                "--export",
                "data=s3://store/climate/CMIP6/tas/",
                "--export",
                "all=s3://store/climate:ro",
                "--http-export",
                "data=token");
        S3Endpoint store = settings.s3().stores().get("store");
        assertThat(store.region()).isEqualTo("eu");
        assertThat(store.style()).isEqualTo(S3Endpoint.AddressStyle.VIRTUAL_HOST);
        assertThat(store.credentials()).map(each -> each.file().toString()).contains("/etc/s3");
        assertThat(settings.s3().exports())
                .extracting(BucketExport::shown)
                .containsExactly("s3://store/climate/CMIP6/tas", "s3://store/climate");
        assertThat(settings.s3().exports().get(0).prefix()).isEqualTo("CMIP6/tas");
        assertThat(settings.exports()).hasSize(1);
        assertThat(settings.httpExports()).hasSize(1);
        assertThat(settings.audited()).contains("data=s3://store/climate/CMIP6/tas");
    }

    @Test
    void whatIsSetForTheHostOfAStoreHoldsForTheHostsOfItsBuckets() {
        S3Settings s3 = settings(
                        "--site",
                        "a",
                        "--s3",
                        "store=https://s3.example:9000,style=virtual",
                        "--export",
                        "data=s3://store/climate",
                        "--export",
                        "other=s3://store/other")
                .s3();
        NodePolicy ofOther = NodePolicy.NONE.connections(3);
        Map<String, NodePolicy> policies = new HashMap<>();
        policies.put("s3.example:9000", NodePolicy.NONE);
        policies.put("other.s3.example:9000", ofOther);
        s3.addToHostsOfBuckets(policies);
        assertThat(policies)
                .containsEntry("climate.s3.example:9000", NodePolicy.NONE)
                .containsEntry("other.s3.example:9000", ofOther)
                .hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "store",
                "Store=https://s3.example",
                "store=ftp://s3.example",
                "store=https://s3.example/bucket",
                "store=https://key:secret@s3.example",
                "store=https://s3.example,style=other",
                "store=https://s3.example,secret=x",
                "store=https://s3.example,profile=x"
            })
    void refusesAStoreThatCannotBeAsked(String text) {
        assertRefused("--site", "a", "--s3", text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"data=s3://store", "data=s3://other/b", "data=s3://store/b/../c", "d=s3://store/b"})
    void refusesAnExportThatCannotBeOffered(String text) {
        assertRefused(
                "--site", "a", "--s3", "store=https://s3.example", "--export", "d=" + directory, "--export", text);
    }

    private ServerSettings pair(String one, String other) {
        return settings(
                "--site",
                "a",
                "--s3",
                "store=https://s3.example",
                "--s3",
                "same=https://S3.example:443,region=eu",
                "--export",
                "one=s3://" + one,
                "--export",
                "other=s3://" + other);
    }

    @ParameterizedTest
    @CsvSource({
        "store/b:rw, store/b:rw",
        "store/b:rw, store/b/CMIP6",
        "store/b/CMIP6, store/b:rw",
        "store/b/CMIP6/tas:rw, store/b/CMIP6",
        "store/b/CMIP6:rw, same/b/CMIP6:rw"
    })
    void refusesAWritableExportThatOverlapsAnother(String one, String other) {
        assertThatThrownBy(() -> pair(one, other))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
                .hasMessageContaining("lies in export");
    }

    @ParameterizedTest
    @CsvSource({"store/b, store/b/CMIP6", "store/b/CMIP6:rw, store/b/CMIP6Plus:rw", "store/b:rw, same/c:rw"})
    void takesExportsOfBucketsThatDoNotOverlapOrAreOnlyRead(String one, String other) {
        assertThat(pair(one, other).s3().exports()).hasSize(2);
    }

    private void assertRefused(String... args) {
        assertThatThrownBy(() -> settings(args))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
                .hasMessageNotContaining("key:secret");
    }
}
