package org.bdm.server.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text without secrets: what looks like one goes, and what helps to understand stays. */
class SecretRemovalTest {
    private static final String SECRET = "S3cr3tW0rd";

    private static String removed(String line) {
        return new SecretRemoval(List.of()).removedFrom(line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--catalog=jdbc:postgresql://db.example/bdm?user=bdm&password=S3cr3tW0rd&ssl=true",
                "jdbc:postgresql://db.example/bdm?p4ss=S3cr3tW0rd",
                "jdbc:h2:file:/x;CIPHER=AES;PASSWORD=a;S3cr3tW0rd",
                "postgresql://bdm:S3cr3tW0rd@db.example/bdm",
                "https://S3cr3tW0rd@node.example/file.nc",
                "Authorization: Bearer S3cr3tW0rd",
                "authorization=Basic S3cr3tW0rdS3cr3tW0rd==",
                "sent Bearer S3cr3tW0rd to the node",
                "Cookie: bdm-session=S3cr3tW0rd; other=S3cr3tW0rd",
                "{\"password\":\"S3cr3tW0rd\",\"x\":1}",
                "{\"text\":\"{\\\"token\\\": \\\"S3cr3tW0rd\\\"}\"}",
                "sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\" password=\"a S3cr3tW0rd b\";",
                "ssl.keystore.password=S3cr3tW0rd",
                "client_secret: S3cr3tW0rd",
                "https://s3.example/x?X-Amz-Credential=a&X-Amz-Signature=S3cr3tW0rd&y=1",
                "https://h.example/x?list=1&sig=S3cr3tW0rd",
                "-----BEGIN PRIVATE KEY-----?S3cr3tW0rd?-----END PRIVATE KEY-----",
                "apiKey=S3cr3tW0rd"
            })
    void whateverLooksLikeASecretIsRemoved(String line) {
        assertThat(removed(line)).doesNotContain(SECRET).contains("[removed]");
    }

    @Test
    void tokensAndInvitationsOfTheMoverAreRemoved() {
        String token = "bdm_q1Zx_-7hdk3JdAlq9s8dGfjH2kL0pQwErTyUiOpAsDf";
        assertThat(removed("token " + token + " was used")).isEqualTo("token [removed] was used");
        assertThat(removed("code bdm1_YQoxMjcuMC4wLjE6MQpTSEEyNTY6YWFh")).isEqualTo("code [removed]");
        assertThat(removed("got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"))
                .isEqualTo("got [removed]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bdm_catalog_queue_changes{site=\"b\"} 3",
                "bdm_data_node_connections_open_seconds_total{site=\"b\"} 3",
                "--catalog-password-file=/etc/bdm/password",
                "--data-node=esgf.example=token-file=/etc/bdm/token,connections=4",
                "\tat org.bdm.server.site.access.AccessTokens.callerOf(AccessTokens.java:120)",
                "{\"sha256\":\"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"}",
                "bdm://a/data/CMIP6/x.nc",
                "https://index.example/search?project=CMIP6&type=File",
                "the token is invalid, revoked or expired"
            })
    void whatIsNoSecretStays(String line) {
        assertThat(removed(line)).isEqualTo(line);
    }

    @Test
    void knownSecretIsRemovedWhereverItStands() {
        SecretRemoval removal = new SecretRemoval(List.of("open sesame", "open sesame now"));
        assertThat(removal.removedFrom("he said open sesame now!")).isEqualTo("he said [removed]!");
    }

    @Test
    void privateKeyOfManyLinesIsRemovedAndTheTextBehindItStays() {
        SecretRemoval removal = new SecretRemoval(List.of());
        List<String> text = List.of(
                "before -----BEGIN EC PRIVATE KEY-----",
                "TUlHSEFnRUFNQk1HQnlxR1NNNDlBZ0VHQ0Nx",
                "R1NNNDlBd0VIQkcwd2F3",
                "-----END EC PRIVATE KEY----- after",
                "2026-11-25 INFO next");
        assertThat(text.stream().map(removal::removedFrom))
                .containsExactly("before [removed]", "", "", " after", "2026-11-25 INFO next");
    }

    @Test
    void keyThatIsCutOffDoesNotHideTheRest() {
        SecretRemoval removal = new SecretRemoval(List.of());
        assertThat(removal.removedFrom("-----BEGIN PRIVATE KEY-----")).isEqualTo("[removed]");
        assertThat(removal.removedFrom("TUlHSEFnRUFNQk1H")).isEmpty();
        assertThat(removal.removedFrom("2026-11-25T12:00:00Z WARN a line (of the log)"))
                .endsWith("(of the log)");
    }
}
