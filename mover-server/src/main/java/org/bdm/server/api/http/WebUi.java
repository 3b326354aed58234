package org.bdm.server.api.http;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The files of the web UI. An address without a file is one of its pages, which the script in {@code index.html} shows. No script or style
 * runs that is not a file of ours; the style elements that the script makes itself carry a number that only this answer knows, which it
 * reads from where {@code index.html} has {@code __CSP_NONCE__}.
 */
@RestController
@Hidden
public class WebUi {
    /** The policy of all answers. */
    static final String POLICY = policy("");

    private static final String NONCE_PLACE = "__CSP_NONCE__";
    private static final Pattern FILE =
            Pattern.compile("(?:[A-Za-z0-9_@-][A-Za-z0-9_.@-]*/)*[A-Za-z0-9_@-][A-Za-z0-9_.@-]*\\.[A-Za-z0-9]+");

    /** Pages whose address ends with a name that somebody else chose. */
    private static final Pattern PAGE_WITH_NAME =
            Pattern.compile("(?:datasets|links|sites|data-nodes)/[^/]+(?:/[^/]+)?");

    private final SecureRandom random;

    WebUi(SecureRandom random) {
        this.random = random;
    }

    private static String policy(String nonce) {
        return "default-src 'none'; script-src 'self'; style-src 'self'" + nonce
                + "; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
                + "form-action 'none'; frame-ancestors 'none'";
    }

    @GetMapping({
        "/",
        "/{first:^(?!api$|actuator$|healthz$|readyz$|error$).*$}",
        "/{first:^(?!api$|actuator$|error$).*$}/**"
    })
    ResponseEntity<?> file(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = request.getRequestURI().substring(1);
        Resource file = new ClassPathResource("static/" + path);
        boolean isFile = FILE.matcher(path).matches() && !path.equals("index.html") && file.isReadable();
        if (!isFile && mayBePage(path)) return page(response);
        if (!isFile) throw new MoverException(ErrorCode.NOT_FOUND, "there is no /" + path);
        MediaType type = MediaTypeFactory.getMediaType(path).orElse(MediaType.APPLICATION_OCTET_STREAM);
        // The build puts a digest of the content into these names.
        boolean neverChanges = path.startsWith("assets/");
        CacheControl cache = neverChanges
                ? CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable()
                : CacheControl.noCache();
        return ResponseEntity.ok().contentType(type).cacheControl(cache).body(file);
    }

    /** Names of datasets are parts of addresses of pages, and have dots. */
    private static boolean mayBePage(String path) {
        return path.equals("index.html")
                || !path.contains(".")
                || PAGE_WITH_NAME.matcher(path).matches();
    }

    private ResponseEntity<?> page(HttpServletResponse response) throws IOException {
        Resource index = new ClassPathResource("static/index.html");
        if (!index.isReadable())
            throw new MoverException(ErrorCode.NOT_FOUND, "this server was built without the web UI");
        String html = index.getContentAsString(StandardCharsets.UTF_8);
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        String nonce = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        response.setHeader("Content-Security-Policy", policy(" 'nonce-" + nonce + "'"));
        return ResponseEntity.ok()
                .contentType(new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8))
                .cacheControl(CacheControl.noStore())
                .body(html.replace(NONCE_PLACE, nonce));
    }
}
