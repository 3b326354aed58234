package org.bdm.server.api.http;

import io.swagger.v3.oas.annotations.Parameter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.bdm.core.control.Page;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.message.ProblemText;
import org.springframework.core.MethodParameter;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses a query with a parameter that its route does not have, or with a number or a truth value that is empty: either would give the answer to another
 * question. Any thread.
 */
public final class QueryNames implements HandlerInterceptor {
    /** Of every list: one that is short answers all of it whatever they are, and who reads pages need not know which those are. */
    private static final List<String> PAGED = List.of("cursor", "limit");

    private final Map<Method, Names> known = new ConcurrentHashMap<>();

    /**
     * The parameters of a route.
     *
     * @param filled those of them that are numbers or truth values
     * @param takesAny true if the names are chosen by the caller, as facets of a search are
     */
    private record Names(Set<String> named, Set<String> filled, boolean takesAny) {}

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        String query = request.getQueryString();
        if (query == null || query.isEmpty()) return true;
        if (!(handler instanceof HandlerMethod method)
                || !request.getRequestURI().startsWith(RouteRoles.API)) return true;
        if (!method.getBeanType().getName().startsWith("org.bdm.")) return true;
        Names names = known.computeIfAbsent(method.getMethod(), unused -> names(method));
        if (names.takesAny()) return true;
        for (String part : query.split("&")) {
            String[] both = part.split("=", 2);
            String name = URLDecoder.decode(both[0], StandardCharsets.UTF_8);
            if (!name.isEmpty() && !names.named().contains(name)) throw refusal(name, names.named());
            boolean isEmpty = both.length < 2 || both[1].isEmpty();
            if (isEmpty && names.filled().contains(name))
                throw new MoverException(ErrorCode.INVALID_REQUEST, "the parameter '" + name + "' has no value");
        }
        return true;
    }

    private static MoverException refusal(String name, Set<String> named) {
        String has = named.isEmpty() ? "it takes none" : "it takes " + String.join(", ", named);
        return new MoverException(
                ErrorCode.INVALID_REQUEST, "this route has no parameter '" + ProblemText.shown(name) + "'; " + has);
    }

    private static Names names(HandlerMethod method) {
        Set<String> named = new TreeSet<>();
        Set<String> filled = new TreeSet<>(Set.of("limit"));
        if (Page.class.isAssignableFrom(method.getMethod().getReturnType())) named.addAll(PAGED);
        boolean hasMap = false;
        for (MethodParameter parameter : method.getMethodParameters()) {
            RequestParam request = parameter.getParameterAnnotation(RequestParam.class);
            if (request == null) continue;
            if (MultiValueMap.class.isAssignableFrom(parameter.getParameterType())) hasMap = true;
            else named.add(name(request, parameter));
            Class<?> type = parameter.getParameterType();
            if (Number.class.isAssignableFrom(type) || type == Boolean.class || type.isPrimitive())
                filled.add(name(request, parameter));
        }
        boolean takesAny = false;
        for (Parameter documented : method.getMethod().getAnnotationsByType(Parameter.class)) {
            named.add(documented.name());
            takesAny |= hasMap && documented.schema().type().equals("object");
        }
        return new Names(named, filled, takesAny);
    }

    private static String name(RequestParam request, MethodParameter parameter) {
        if (!request.name().isEmpty()) return request.name();
        String name = parameter.getParameterName();
        if (name == null) throw new IllegalStateException("a route was compiled without the names of its parameters");
        return name;
    }
}
