package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.NeedsAnyToken;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.Role;
import org.bdm.server.site.serving.Downloads;
import org.bdm.server.site.serving.ServedAddress;
import org.bdm.server.site.serving.ServedExports;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Files of exports, as other programs download them: docs/serving.md. */
@RestController
@Hidden
public class FileServerResource {
    private final ServedExports exports;
    private final Downloads downloads;

    FileServerResource(ServedExports exports, Downloads downloads) {
        this.exports = exports;
        this.downloads = downloads;
    }

    @GetMapping(ServedAddress.PREFIX + "**")
    @NeedsAnyToken
    void file(HttpServletRequest request, HttpServletResponse response) throws IOException {
        ServedAddress address = ServedAddress.parse(request.getRequestURI());
        // The table of roles has decided already, by patterns; this is by the very name that is opened.
        boolean mayRead = switch (exports.accessTo(address.export())) {
            case OFF -> throw nothing(address);
            case TOKEN -> CallerAuthentication.current().may(Role.READER);
            case PUBLIC -> true;
        };
        if (!mayRead) throw new MoverException(ErrorCode.NOT_ALLOWED, "your token has not the role reader");
        String token = CallerAuthentication.find().map(Caller::name).orElse(null);
        downloads.answer(address, token, request, response);
    }

    private static MoverException nothing(ServedAddress address) {
        return new MoverException(ErrorCode.NOT_FOUND, "no export '" + address.export() + "' is served over HTTP here");
    }
}
