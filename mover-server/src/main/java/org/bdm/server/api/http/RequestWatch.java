package org.bdm.server.api.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.site.access.AuditTrail;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Stands around every resource: calls none that the table of roles does not name, and writes each change to the audit log, with how it ended.
 */
public final class RequestWatch implements HandlerInterceptor {
    private static final Set<String> CHANGING_METHODS = Set.of("POST", "PUT", "PATCH", "DELETE");

    private final RouteRoles routes;
    private final AuditTrail audit;

    public RequestWatch(RouteRoles routes, AuditTrail audit) {
        this.routes = routes;
        this.audit = audit;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        boolean isOfNoRoute =
                handler instanceof HandlerMethod method && ResourceRoutes.OF_NO_ROUTE.contains(method.getBeanType());
        if (isOfNoRoute
                || routes.find(request.getMethod(), request.getRequestURI()).isPresent()) return true;
        if (!(handler instanceof HandlerMethod)) return true; // answers that nothing is there
        throw new MoverException(ErrorCode.NOT_ALLOWED, "nobody may call that: it is not in the table of roles");
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception error) {
        if (!CHANGING_METHODS.contains(request.getMethod()) || !(handler instanceof HandlerMethod)) return;
        Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        Authentication known = SecurityContextHolder.getContext().getAuthentication();
        audit.note(
                known instanceof CallerAuthentication caller ? caller.caller().owner() : "unknown",
                request.getMethod() + " " + (pattern == null ? "" : pattern),
                ShownAddress.of(request),
                String.valueOf(response.getStatus()),
                request.getRemoteAddr(),
                detail(request, response));
    }

    /** The address of what was made, and what the resource adds. */
    private static String detail(HttpServletRequest request, HttpServletResponse response) {
        String location = response.getHeader("Location");
        return Stream.of(location == null ? "" : location, AuditedDetail.of(request))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }
}
