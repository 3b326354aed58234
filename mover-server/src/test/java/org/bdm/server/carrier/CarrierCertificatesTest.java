package org.bdm.server.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.bdm.core.source.http.FakeAuthority;
import org.bdm.core.source.http.FakeDataNode;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.catalog.handover.Awaited;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service that talks to nobody without a certificate. */
@Timeout(60)
class CarrierCertificatesTest {
    @TempDir
    Path home;

    private final FakeAuthority own = FakeAuthority.ofItsOwn("127.0.0.1");
    private final FakeAuthority people = FakeAuthority.root("people");
    private FakeDataNode service;
    private Path certificate;
    private Path authorities;
    private CarrierHttp http;

    @BeforeEach
    void start() throws Exception {
        service = FakeDataNode.askingForClientCertificates(own.serving(people));
        service.put("/whoami", "{\"vos\":[\"esgf\"]}".getBytes(StandardCharsets.UTF_8));
        certificate = home.resolve("proxy.pem");
        authorities = Files.writeString(home.resolve("ca.pem"), own.certificatePem());
        renew(people);
        http = http(new CarrierCertificates(certificate, authorities));
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private static CarrierHttp http(CarrierCertificates certificates) {
        CarrierParts parts =
                new CarrierParts(new AddressGuard(List.of("127.0.0.1")), Clock.systemUTC(), new SecureRandom());
        return new CarrierHttp("FTS", parts, certificates);
    }

    private void renew(FakeAuthority issuer) throws Exception {
        FakeAuthority person = issuer.node("192.0.2.1", Instant.now().plusSeconds(3600));
        Files.writeString(certificate, person.certificatePem() + person.keyPem());
    }

    private String organisation(CarrierHttp by) throws Exception {
        URI address = service.url("/whoami");
        return by.send(address, by.request(address)).json().path("vos").path(0).asString();
    }

    @Test
    void certificateInAFileIsShownAndTheOneThatReplacesItFromThenOn() throws Exception {
        assertThat(organisation(http)).isEqualTo("esgf");
        renew(FakeAuthority.root("strangers"));
        assertThatThrownBy(() -> organisation(http)).isInstanceOfSatisfying(CarrierTrouble.class, trouble -> {
            assertThat(trouble.awaited()).isEqualTo(Awaited.PERSON);
            assertThat(trouble.says()).contains("renew the cert-file", "handover again ID");
        });
        renew(people);
        assertThat(organisation(http)).isEqualTo("esgf");
    }

    @Test
    void serviceOfAnAuthorityThatNobodyNamedIsForAPerson() {
        assertThatThrownBy(() -> organisation(http(new CarrierCertificates(certificate, null))))
                .isInstanceOfSatisfying(CarrierTrouble.class, trouble -> {
                    assertThat(trouble.awaited()).isEqualTo(Awaited.PERSON);
                    assertThat(trouble.says()).contains("ca-file");
                });
    }

    @Test
    void fileThatIsMissingOrNoCertificateIsForAPerson() throws Exception {
        Files.writeString(certificate, "nothing");
        assertThatThrownBy(() -> organisation(http))
                .isInstanceOfSatisfying(
                        CarrierTrouble.class,
                        trouble -> assertThat(trouble.says()).contains("valid cert-file"));
        Files.delete(certificate);
        assertThatThrownBy(() -> organisation(http))
                .isInstanceOfSatisfying(
                        CarrierTrouble.class,
                        trouble -> assertThat(trouble.says()).contains("cannot be read"));
    }
}
