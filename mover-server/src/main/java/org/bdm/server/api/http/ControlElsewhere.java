package org.bdm.server.api.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.message.ProblemText;
import org.springframework.web.filter.OncePerRequestFilter;

/** Sends every request but those about this process itself, such as health and metrics, to a control process of the site. Any thread. */
public final class ControlElsewhere extends OncePerRequestFilter {
    private static final Set<String> HERE = Set.of(
            HealthResource.ALIVE,
            HealthResource.READY,
            RouteRoles.METRICS_PATH,
            RouteRoles.DOCTOR,
            RouteRoles.SUPPORT_BUNDLE);

    private final Problems problems;
    private final Supplier<List<String>> controlUrls;

    /** With the addresses of the control processes that are up; asking for them does not block. */
    public ControlElsewhere(Problems problems, Supplier<List<String>> controlUrls) {
        this.problems = problems;
        this.controlUrls = controlUrls;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (HERE.contains(request.getRequestURI())) chain.doFilter(request, response);
        else problems.write(response, ProblemText.of(new MoverException(ErrorCode.CONTROL_ELSEWHERE, detail())));
    }

    private String detail() {
        List<String> urls = controlUrls.get();
        return urls.isEmpty()
                ? "this process has no control role, and no process of the site with that role is up"
                : "this process has no control role; use " + String.join(" or ", urls);
    }
}
