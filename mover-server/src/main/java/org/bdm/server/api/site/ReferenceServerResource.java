package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.NeedsAnyToken;
import org.bdm.server.connections.RequestShares;
import org.bdm.server.connections.WebConnection;
import org.bdm.server.reference.JsonReferences;
import org.bdm.server.reference.ParquetReferences;
import org.bdm.server.reference.ReferencePlace;
import org.bdm.server.reference.ReferenceSet;
import org.bdm.server.reference.ReferenceSets;
import org.bdm.server.reference.ServedReference;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.Role;
import org.bdm.server.site.serving.ServedAddress;
import org.bdm.server.site.serving.ServedExports;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Reference sets of served exports, at addresses that xarray opens: docs/references.md. */
@RestController
@Hidden
public class ReferenceServerResource {
    private final ServedExports exports;
    private final ReferenceSets sets;
    private final RequestShares shares;

    ReferenceServerResource(ServedExports exports, ReferenceSets sets, RequestShares shares) {
        this.exports = exports;
        this.sets = sets;
        this.shares = shares;
    }

    @GetMapping(ServedReference.PREFIX + "**")
    @NeedsAnyToken
    void references(HttpServletRequest request, HttpServletResponse response) throws IOException {
        ServedReference wanted = ServedReference.parse(request.getRequestURI());
        ServedAddress file = wanted.file();
        boolean mayRead = switch (exports.accessTo(file.export())) {
            case OFF -> throw nothing(file, null);
            case TOKEN -> CallerAuthentication.current().may(Role.READER);
            case PUBLIC -> true;
        };
        if (!mayRead) throw new MoverException(ErrorCode.NOT_ALLOWED, "reading references needs the role reader");
        enter(request);
        String root =
                request.getScheme() + "://" + request.getHeader("Host") + ServedAddress.FILES + file.export() + "/";
        ReferenceSet set = find(file, root);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
        if (wanted.part() == null) {
            response.setContentType("application/json");
            JsonReferences.write(set, response.getOutputStream());
            return;
        }
        byte[] part = new ParquetReferences(set)
                .part(wanted.part())
                .orElseThrow(
                        () -> new MoverException(ErrorCode.NOT_FOUND, "the set has no part '" + wanted.part() + "'"));
        response.setContentType(
                wanted.part().matches("\\.zmetadata|bdm\\.json") ? "application/json" : "application/octet-stream");
        response.setContentLength(part.length);
        response.getOutputStream().write(part);
    }

    private void enter(HttpServletRequest request) {
        WebConnection connection = WebConnection.of(request);
        String token = CallerAuthentication.find().map(Caller::name).orElse(null);
        shares.enterDownload(connection, token == null ? connection.cause() : token, token != null);
    }

    /** For somebody from outside all that cannot be read is simply not there. */
    private ReferenceSet find(ServedAddress file, String root) {
        try {
            return sets.of(new ReferencePlace(file.export(), file.path(), root));
        } catch (MoverException e) {
            switch (e.code()) {
                case SOURCE_NOT_FOUND, UNKNOWN_EXPORT, NOT_A_DIRECTORY, SPECIAL_FILE, PATH_BLOCKED ->
                    throw nothing(file, e);
                case LINK_DANGLING, LINK_LEAVES_TREE, LINK_LOOP -> throw nothing(file, e);
                default -> throw e;
            }
        }
    }

    private static MoverException nothing(ServedAddress file, @Nullable MoverException cause) {
        return new MoverException(
                ErrorCode.NOT_FOUND,
                "no such file or directory: " + file.path() + " in export '" + file.export() + "'",
                cause);
    }
}
