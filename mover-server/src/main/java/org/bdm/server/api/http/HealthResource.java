package org.bdm.server.api.http;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.bdm.core.control.site.HealthView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** For those who watch the process; without login, and without telling anything else. */
@RestController
@Tag(name = "service")
public class HealthResource {
    /** Always answered: no credential is looked at, no other request is waited for. */
    public static final String ALIVE = "/healthz";

    static final String READY = "/readyz";

    private final Catalog catalog;

    HealthResource(Catalog catalog) {
        this.catalog = catalog;
    }

    @GetMapping(ALIVE)
    @OpenToAll
    @SecurityRequirements
    @Operation(operationId = "getHealth", summary = "Whether the process answers")
    HealthView alive() {
        return new HealthView("UP");
    }

    @GetMapping(READY)
    @OpenToAll
    @SecurityRequirements
    @Operation(operationId = "getReadiness", summary = "Whether the catalog answers, so that work is taken")
    HealthView ready() {
        if (!catalog.isAnswering())
            throw new MoverException(ErrorCode.CATALOG_UNAVAILABLE, "the catalog does not answer");
        return new HealthView("UP");
    }
}
