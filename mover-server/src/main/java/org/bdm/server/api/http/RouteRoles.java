package org.bdm.server.api.http;

import static org.bdm.server.site.access.Role.METRICS;
import static org.bdm.server.site.access.Role.READER;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.bdm.server.reference.ServedReference;
import org.bdm.server.site.access.Role;
import org.bdm.server.site.serving.HttpAccess;
import org.bdm.server.site.serving.ServedAddress;
import org.bdm.server.site.serving.ServedExports;
import org.bdm.server.site.serving.ServedTrees;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * The table of routes and roles: what the methods of the resources say with {@link Needs}, {@link NeedsAnyToken} or {@link OpenToAll}, and with
 * {@link Audited}; and the routes that are no such methods. Nobody may call a resource that is not listed. Immutable.
 */
public final class RouteRoles {
    public static final String API = "/api/v1";

    /** About the machine of the process that answers. */
    public static final String DOCTOR = API + "/doctor";

    /** The support bundle of the process that answers. */
    public static final String SUPPORT_BUNDLE = DOCTOR + "/bundle";

    static final String METRICS_PATH = "/actuator/prometheus";

    private final List<Route> routes = new ArrayList<>();
    private final Map<String, String> did = new HashMap<>();

    /**
     * One row.
     *
     * @param needed one of these roles is enough; empty for every valid token, whatever its role
     * @param isOpen true if anybody may call it
     * @param did what a change did, for the audit log; empty if it changes nothing
     */
    record Route(String method, PathPattern pattern, Set<Role> needed, boolean isOpen, String did) {
        boolean matches(String otherMethod, PathContainer path) {
            return method.equals(otherMethod.equals("HEAD") ? "GET" : otherMethod) && pattern.matches(path);
        }
    }

    RouteRoles(ApiSettings settings, ServedExports served, ListableBeanFactory beans) {
        ResourceRoutes.served(beans).forEach(this::add);
        add(get(METRICS_PATH, METRICS, settings.metricsAreOpen()));
        for (String prefix : ServedTrees.prefixes()) {
            served.all()
                    .forEach(
                            (export, access) -> add(get(prefix + export + "/**", READER, access == HttpAccess.PUBLIC)));
        }
        served.all()
                .forEach((export, access) ->
                        add(get(ServedReference.PREFIX + export + "/**", READER, access == HttpAccess.PUBLIC)));
        boolean isAnyPublic = served.all().containsValue(HttpAccess.PUBLIC);
        for (String address : ServedTrees.addressesOfAll()) add(get(address, READER, isAnyPublic));
        // Others may learn that nothing is there with any token, and no more.
        add(new Route("GET", parsed(ServedAddress.SERVED + "**"), Set.of(), false, ""));
        routes.sort(Comparator.comparing(Route::pattern)); // the most specific first, as Spring chooses the method
    }

    private static Route get(String pattern, Role needed, boolean isOpen) {
        return new Route("GET", parsed(pattern), isOpen ? Set.of() : Set.of(needed), isOpen, "");
    }

    private static PathPattern parsed(String pattern) {
        return PathPatternParser.defaultInstance.parse(pattern);
    }

    /** Adds a row; several methods may be for one route, such as for different kinds of bodies. */
    private void add(Route route) {
        for (Route other : routes) {
            boolean isSame =
                    other.method().equals(route.method()) && other.pattern().equals(route.pattern());
            if (isSame && !other.equals(route))
                throw new IllegalStateException("two methods of one route differ in who may call it, or what it did: "
                        + other + " and " + route);
        }
        if (routes.contains(route)) return;
        routes.add(route);
        if (!route.did().isEmpty())
            did.put(route.method() + " " + route.pattern().getPatternString(), route.did());
    }

    /** Returns what a change did, by its method and pattern, {@code POST /api/v1/jobs}: the words of {@link Audited}. */
    public Optional<String> did(String action) {
        return Optional.ofNullable(did.get(action));
    }

    /** Returns the methods of an address, separated by commas, as the header Allow has them; empty for one without a route. */
    String methods(String path) {
        PathContainer wanted = PathContainer.parsePath(path);
        return routes.stream()
                .filter(route -> route.pattern().matches(wanted))
                .map(Route::method)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /**
     * The row of a request; empty for an address or a method that has none. What is served to readers only is read, and answers itself which
     * methods it knows: who may read there may ask.
     */
    Optional<Route> find(String method, String path) {
        PathContainer parsed = PathContainer.parsePath(path);
        String asked = path.startsWith(ServedAddress.SERVED) ? "GET" : method.toUpperCase(Locale.ROOT);
        return routes.stream().filter(route -> route.matches(asked, parsed)).findFirst();
    }

    /** True if this address belongs to the API, the served files or the metrics: without a row in the table it is for nobody. */
    static boolean isGuarded(String path) {
        return path.equals("/api")
                || path.startsWith("/api/")
                || path.startsWith(ServedAddress.SERVED)
                || path.startsWith(ServedReference.PREFIX)
                || path.equals("/actuator")
                || path.startsWith("/actuator/");
    }

    List<Route> all() {
        return List.copyOf(routes);
    }
}
