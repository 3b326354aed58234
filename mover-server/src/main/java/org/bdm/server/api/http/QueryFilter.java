package org.bdm.server.api.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.message.ProblemText;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses queries that are read in two ways or not at all: parts without a name, broken percent signs, bytes that are not UTF-8. */
final class QueryFilter extends OncePerRequestFilter {
    private final Problems problems;

    QueryFilter(Problems problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String wrong = wrong(request.getQueryString());
        if (wrong == null) chain.doFilter(request, response);
        else problems.write(response, ProblemText.of(new MoverException(ErrorCode.INVALID_REQUEST, wrong)));
    }

    /** Says what is wrong with a query; null for nothing. */
    static @Nullable String wrong(@Nullable String query) {
        if (query == null) return null;
        for (String part : query.split("&", -1)) {
            if (part.startsWith("=")) return "the query has a part without a name";
            String text = part.replace("=", "");
            if (!isText(text)) return "the query has a '%' without two digits, or bytes that are not UTF-8";
        }
        return null;
    }

    private static boolean isText(String escaped) {
        ByteBuffer bytes = ByteBuffer.allocate(escaped.length());
        for (int i = 0; i < escaped.length(); i++) {
            char letter = escaped.charAt(i);
            if (letter > 0x7f) return false; // as it came: one byte each, and not escaped
            if (letter != '%') {
                bytes.put((byte) letter);
                continue;
            }
            int high = i + 2 < escaped.length() ? Character.digit(escaped.charAt(i + 1), 16) : -1;
            int low = i + 2 < escaped.length() ? Character.digit(escaped.charAt(i + 2), 16) : -1;
            if (high < 0 || low < 0) return false;
            bytes.put((byte) (high << 4 | low));
            i += 2;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(bytes.flip());
            return true;
        } catch (CharacterCodingException notText) {
            return false;
        }
    }
}
