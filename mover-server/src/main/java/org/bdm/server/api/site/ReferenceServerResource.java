package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.NeedsAnyToken;
import org.bdm.server.connections.RequestShares;
import org.bdm.server.connections.WebConnection;
import org.bdm.server.reference.JsonReferences;
import org.bdm.server.reference.ParquetReferences;
import org.bdm.server.reference.ReferencePlace;
import org.bdm.server.reference.ReferenceSet;
import org.bdm.server.reference.ReferenceSets;
import org.bdm.server.reference.ServedReference;
import org.bdm.server.site.serving.HttpAccess;
import org.bdm.server.site.serving.ServedAddress;
import org.bdm.server.site.serving.ServedExports;
import org.bdm.server.site.serving.ServedTrees;
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
        ServedTrees.Reader reader = ServedTreesHandler.reader();
        exports.checkAccess(file.export(), reader);
        shares.enterDownload(WebConnection.of(request), reader.token());
        String root =
                request.getScheme() + "://" + request.getHeader("Host") + ServedAddress.FILES + file.export() + "/";
        ReferenceSet set = find(file, root);
        boolean isPublic = exports.accessTo(file.export()) == HttpAccess.PUBLIC;
        response.setHeader(HttpHeaders.CACHE_CONTROL, isPublic ? "no-cache" : "private, no-cache");
        // Readers in browsers, as for the files that the references lead to; a plain GET asks nothing before.
        if (isPublic) response.setHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
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

    private ReferenceSet find(ServedAddress file, String root) {
        try {
            return sets.of(new ReferencePlace(file.export(), file.path(), root));
        } catch (MoverException e) {
            throw ServedExports.asSeenOutside(file, e);
        }
    }
}
