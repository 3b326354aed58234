package org.bdm.server.site.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings of the login at an issuer, and those that cannot work. */
class OidcOptionsTest {
    @TempDir
    Path directory;

    private final OidcOptions options = new OidcOptions();

    @BeforeEach
    void fill() throws IOException {
        options.issuer = "https://login.example.org/realms/science";
        options.clientId = "mover";
        options.clientSecretFile = Files.writeString(directory.resolve("secret"), "sesame\n");
        options.publicUrl = "https://mover.example.org";
        options.roles = List.of("admins=admin", "urn:a:role=member#b=submitter");
    }

    @Test
    void settingsSayWhatTheOptionsMean() {
        OidcSettings settings = options.settings(new AddressGuard(List.of())).orElseThrow();
        assertThat(settings.clientSecret()).isEqualTo("sesame");
        assertThat(settings.redirect()).hasToString("https://mover.example.org/api/v1/login/oidc/callback");
        assertThat(settings.roles()).isEqualTo(Map.of("admins", Role.ADMIN, "urn:a:role=member#b", Role.SUBMITTER));
        assertThat(settings.scopes()).containsExactly("openid", "profile", "email");
        assertThat(settings.shownName()).isEqualTo("login.example.org");
        assertThat(settings.toString()).doesNotContain("sesame");
        assertThat(new OidcOptions().settings(new AddressGuard(List.of()))).isEmpty();
    }

    private void assertRefused(Runnable change, String why) throws IOException {
        fill();
        change.run();
        assertThatThrownBy(options::check).isInstanceOf(MoverException.class).hasMessageContaining(why);
    }

    @Test
    void optionsThatCannotWorkAreRefusedAtTheStart() throws IOException {
        assertRefused(() -> options.issuer = null, "need --oidc-issuer");
        assertRefused(() -> options.clientId = null, "--oidc-issuer needs");
        assertRefused(() -> options.clientSecretFile = null, "--oidc-issuer needs");
        assertRefused(() -> options.publicUrl = null, "--oidc-issuer needs");
        assertRefused(() -> options.roles = List.of(), "--oidc-issuer needs");
        assertRefused(() -> options.roles = List.of("climate"), "is not VALUE=ROLE");
        assertRefused(() -> options.roles = List.of("climate=king"), "there is no such role");
        assertRefused(() -> options.roles = List.of("climate=metrics"), "metrics is for programs");
        assertRefused(() -> options.roles = List.of("a=reader", "a=admin"), "two roles");
        assertRefused(() -> options.issuer = "http://login.example.org", "is not https");
        assertRefused(() -> options.issuer = "login.example.org", "is not an address");
        assertRefused(() -> options.issuer = "https://login.example.org?a=b", "more than a host");
        assertRefused(() -> options.publicUrl = "https://example.org/mover", "has a path");
        assertRefused(() -> options.publicUrl = "http://mover.example.org", "is not https");
        options.publicUrl = "http://127.0.0.1:8470/";
        options.scopes = "profile";
        assertThatThrownBy(options::check).hasMessageContaining("lacks openid");
        options.scopes = "openid";
        options.clientSecretFile = directory.resolve("missing");
        options.check();
        assertThatThrownBy(() -> options.settings(new AddressGuard(List.of())))
                .hasMessageContaining("cannot read the file");
    }
}
