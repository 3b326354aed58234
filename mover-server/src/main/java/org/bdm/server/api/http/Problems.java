package org.bdm.server.api.http;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bdm.core.control.Problem;
import org.bdm.core.control.ProblemEntry;
import org.bdm.core.fault.ErrorCode;
import org.bdm.server.message.ProblemStatus;
import org.bdm.server.message.ProblemText;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.json.JsonMapper;

/** Errors as {@code application/problem+json}. Safe on any thread. */
public final class Problems {
    private final JsonMapper json;

    Problems(JsonMapper json) {
        this.json = json;
    }

    static Problem of(ErrorCode code, int status, String detail, List<ProblemEntry> errors) {
        HttpStatus known = HttpStatus.resolve(status);
        String title = known == null ? code.name() : known.getReasonPhrase();
        return ProblemText.of(code, status, title, detail, errors);
    }

    static ResponseEntity<Problem> answer(Problem problem, HttpHeaders more) {
        HttpHeaders headers = new HttpHeaders();
        headers.putAll(more);
        if (!headers.containsHeader(HttpHeaders.CACHE_CONTROL)) headers.setCacheControl("no-store");
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        int seconds = ProblemStatus.retryAfterSeconds(ErrorCode.valueOf(problem.code()));
        if (seconds > 0 && !headers.containsHeader(HttpHeaders.RETRY_AFTER)) {
            headers.set(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
        }
        return new ResponseEntity<>(problem, headers, problem.status());
    }

    /** From a filter, where no resource answers. */
    void write(HttpServletResponse response, Problem problem) throws IOException {
        if (response.isCommitted()) return;
        int seconds = ProblemStatus.retryAfterSeconds(ErrorCode.valueOf(problem.code()));
        if (seconds > 0 && !response.containsHeader(HttpHeaders.RETRY_AFTER)) {
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
        }
        if (!response.containsHeader(HttpHeaders.CACHE_CONTROL))
            response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setStatus(problem.status());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        byte[] body = json.writeValueAsBytes(problem);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
