package org.bdm.server.api.http;

import io.swagger.v3.oas.annotations.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Gives the OpenAPI document: docs/openapi.json, which the build puts beside this class and a test compares with the routes. */
@RestController
public class ApiDescription {
    private static final String FILE = "openapi.json";

    @GetMapping(path = RouteRoles.API + "/" + FILE, produces = MediaType.APPLICATION_JSON_VALUE)
    @NeedsAnyToken
    @Operation(hidden = true)
    byte[] document() {
        try (InputStream file = ApiDescription.class.getResourceAsStream(FILE)) {
            if (file == null) throw new IllegalStateException(FILE + " is not in this package");
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
