package org.bdm.server.api.http;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.stream.IntStream;
import org.bdm.core.control.site.VersionView;
import org.bdm.core.wire.ProtocolVersion;
import org.bdm.server.site.access.OwnSite;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The site, version and build of this server. */
@RestController
@Tag(name = "service")
public class VersionResource {
    private final OwnSite own;
    private final ApiSettings settings;

    VersionResource(OwnSite own, ApiSettings settings) {
        this.own = own;
        this.settings = settings;
    }

    /** Returns the version of this server. */
    @GetMapping(RouteRoles.API + "/version")
    @NeedsAnyToken
    @Operation(operationId = "getVersion", summary = "Which site answers, in which version")
    public VersionView version() {
        List<Integer> protocols = IntStream.rangeClosed(ProtocolVersion.MIN, ProtocolVersion.MAX)
                .boxed()
                .toList();
        return new VersionView(
                settings.version(),
                own.name().value(),
                own.node().toString(),
                protocols,
                Runtime.version().toString(),
                settings.revision(),
                settings.limits(),
                settings.isDemo());
    }
}
