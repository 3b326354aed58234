package org.bdm.server.api.http;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.bdm.core.control.site.ChangeSettings;
import org.bdm.core.control.site.SettingsView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.logging.LogLevel;
import org.bdm.server.site.access.Role;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Settings of this process that can be changed while it runs. All others are options of its start. */
@RestController
@RequestMapping(RouteRoles.API + "/settings")
@Tag(name = "service")
public class SettingsResource {
    @GetMapping
    @Needs(Role.ADMIN)
    @Operation(operationId = "getSettings", summary = "The settings of this process that can be changed while it runs")
    SettingsView get() {
        return new SettingsView(LogLevel.now().name());
    }

    @PatchMapping(consumes = "application/json")
    @Needs(Role.ADMIN)
    @Audited("changed settings")
    @Operation(
            operationId = "changeSettings",
            summary = "Changes settings of this process, until it ends",
            description = "What the request leaves out stays as it is. The other processes of the site keep theirs.")
    SettingsView change(@RequestBody ChangeSettings wanted) {
        String level = wanted.logLevel();
        if (level != null) level(level).use();
        return get();
    }

    private static LogLevel level(String name) {
        for (LogLevel level : LogLevel.values()) if (level.name().equals(name)) return level;
        throw new MoverException(ErrorCode.INVALID_REQUEST, "logLevel: it is ERROR, WARN, INFO or DEBUG");
    }
}
