package org.bdm.server.api.site;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.Role;
import org.bdm.server.site.serving.ServedTrees;
import org.jspecify.annotations.Nullable;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Exports as other programs read them: docs/serving.md. Not a resource like others, since those know no PROPFIND. Scripts of any page may read
 * public exports in a browser, and no others.
 */
final class ServedTreesHandler implements HttpRequestHandler, CorsConfigurationSource {
    private static final CorsConfiguration PUBLIC = publicReading();

    private final ServedTrees trees;
    private final HandlerExceptionResolver problems;
    private final String site;

    ServedTreesHandler(ServedTrees trees, HandlerExceptionResolver problems, String site) {
        this.trees = trees;
        this.problems = problems;
        this.site = site;
    }

    private static CorsConfiguration publicReading() {
        CorsConfiguration reading = new CorsConfiguration();
        reading.setAllowedOrigins(List.of(CorsConfiguration.ALL));
        reading.setAllowedMethods(List.of("GET", "HEAD"));
        reading.setAllowedHeaders(List.of(CorsConfiguration.ALL));
        reading.setExposedHeaders(List.of(
                "Accept-Ranges",
                "Bdm-Evidence",
                "Content-Length",
                "Content-Range",
                "Digest",
                "ETag",
                "Last-Modified",
                "Repr-Digest",
                "Retry-After"));
        reading.setMaxAge(Duration.ofHours(2)); // browsers keep it no longer
        return reading;
    }

    @Override
    public @Nullable CorsConfiguration getCorsConfiguration(HttpServletRequest request) {
        return trees.isPublic(request.getRequestURI()) ? PUBLIC : null;
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response) throws IOException {
        // The table of roles has decided already, by patterns; this is by the very name that is opened.
        ServedTrees.Reader reader = reader();
        // An export of the same name at another site has other files: whoever wants one of a site compares.
        response.setHeader("BDM-Site", site);
        try {
            trees.answer(reader, request, response);
        } catch (MoverException | HttpRequestMethodNotSupportedException e) {
            // Spring asks the advice about exceptions only for its own kind of handler.
            problems.resolveException(request, response, null, e);
        }
    }

    /** Returns the caller of this thread's request as the reader of an export. */
    static ServedTrees.Reader reader() {
        Optional<Caller> caller = CallerAuthentication.find();
        return new ServedTrees.Reader(
                caller.map(Caller::name).orElse(null),
                caller.map(known -> known.may(Role.READER)).orElse(false));
    }
}
