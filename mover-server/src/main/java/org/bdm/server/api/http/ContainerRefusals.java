package org.bdm.server.api.http;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.connections.Refusals;
import org.bdm.server.message.ProblemText;

/** Problems for what the servlet container refuses before any filter sees it, and the headers that every answer has. Any thread. */
public final class ContainerRefusals implements Refusals {
    private final Problems problems;

    ContainerRefusals(Problems problems) {
        this.problems = problems;
    }

    @Override
    public void protect(HttpServletResponse response) {
        response.setHeader("Content-Security-Policy", WebUi.POLICY);
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "DENY");
    }

    @Override
    public void tooMany(HttpServletResponse response) throws IOException {
        problems.write(
                response,
                ProblemText.of(new MoverException(
                        ErrorCode.TOO_MANY_CONNECTIONS, "as many requests are worked on as may be at once")));
    }

    @Override
    public void container(HttpServletResponse response, int status) throws IOException {
        problems.write(response, Problems.of(code(status), status, detail(status), List.of()));
    }

    static ErrorCode code(int status) {
        return switch (status) {
            case 404 -> ErrorCode.NOT_FOUND;
            case 408 -> ErrorCode.REQUEST_TOO_SLOW;
            case 413 -> ErrorCode.TOO_LARGE;
            case 503 -> ErrorCode.STOPPING;
            default -> status < 500 || status == 501 || status == 505 ? ErrorCode.INVALID_REQUEST : ErrorCode.INTERNAL;
        };
    }

    static String detail(int status) {
        return switch (status) {
            case 404 -> "there is nothing under that address";
            case 405 -> "this method is not for that address";
            case 408 -> "the request came too slowly";
            case 413, 414, 431 -> "the address, the headers or the body are too large";
            case 501 -> "the Transfer-Encoding or the method is not known here";
            case 503 -> "the service is stopping";
            case 505 -> "this version of HTTP is not spoken here; use HTTP/1.1";
            default ->
                status < 500
                        ? "the address or a header is malformed; no name and no id in an address has a slash"
                        : "internal error; the log of the server has more";
        };
    }
}
