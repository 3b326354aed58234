package org.bdm.server.api.http;

import static org.bdm.server.site.access.Role.ADMIN;
import static org.bdm.server.site.access.Role.METRICS;
import static org.bdm.server.site.access.Role.OPERATOR;
import static org.bdm.server.site.access.Role.READER;
import static org.bdm.server.site.access.Role.REQUESTER;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bdm.server.site.access.Role;
import org.bdm.server.site.serving.HttpAccess;
import org.bdm.server.site.serving.ServedAddress;
import org.bdm.server.site.serving.ServedExports;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/** The roles of every route, here and nowhere else. Nobody may call a resource that is not listed. Immutable. */
public final class RouteRoles {
    public static final String API = "/api/v1";

    /** About the machine of the process that answers. */
    public static final String DOCTOR = API + "/doctor";

    /** The support bundle of the process that answers. */
    public static final String SUPPORT_BUNDLE = DOCTOR + "/bundle";

    static final String METRICS_PATH = "/actuator/prometheus";

    private final List<Route> routes = new ArrayList<>();

    /**
     * One row.
     *
     * @param needed the role; null opens it to anybody
     * @param anyRole whether every valid token will do, whatever its role
     * @param alsoSubmitter whether the role submitter will do as well; of jobs it is shown and steers only the own ones
     */
    record Route(
            String method, PathPattern pattern, @Nullable Role needed, boolean anyRole, boolean alsoSubmitter) {
        boolean matches(String otherMethod, PathContainer path) {
            return method.equals(otherMethod.equals("HEAD") ? "GET" : otherMethod) && pattern.matches(path);
        }
    }

    RouteRoles(ApiSettings settings, ServedExports served) {
        add("GET", HealthResource.ALIVE, null);
        add("GET", HealthResource.READY, null);
        add("GET", METRICS_PATH, settings.metricsAreOpen() ? null : METRICS);
        addForAnyRole("GET", API + "/version");
        addForAnyRole("GET", API + "/openapi.json");
        add("GET", API + "/settings", ADMIN);
        add("PATCH", API + "/settings", ADMIN);
        logins();
        jobs();
        wishes();
        sites();
        limits();
        holdings();
        purges();
        subscriptions();
        campaigns();
        files(served);
    }

    /** Adds the routes of tokens, users and their logins. */
    private void logins() {
        add("POST", API + "/login", null);
        add("POST", API + "/login/tokens", null);
        add("GET", API + "/login/ways", null);
        add("GET", API + "/login/oidc", null);
        add("GET", API + "/login/oidc/callback", null);
        addForAnyRole("GET", API + "/login");
        addForAnyRole("POST", API + "/logout");
        addForAnyRole("POST", API + "/users/me/password");
        add("GET", API + "/tokens", ADMIN);
        add("POST", API + "/tokens", ADMIN);
        add("DELETE", API + "/tokens/{tokenId}", ADMIN);
        add("GET", API + "/users", ADMIN);
        add("POST", API + "/users", ADMIN);
        add("GET", API + "/users/{userName}", ADMIN);
        add("PATCH", API + "/users/{userName}", ADMIN);
        add("DELETE", API + "/users/{userName}", ADMIN);
    }

    private void holdings() {
        add("GET", API + "/holdings", READER);
        add("GET", API + "/holdings/history", READER);
        add("POST", API + "/holdings", OPERATOR);
        add("POST", API + "/holdings/forgotten", OPERATOR);
        for (String verb : List.of("scans", "reconciliations", "verifications")) {
            add("POST", API + "/" + verb, OPERATOR);
        }
        add("GET", API + "/completeness", READER);
        add("GET", API + "/completeness/groups", READER);
        add("POST", API + "/completeness", READER); // a question of any length
        add("GET", API + "/scrub", READER);
        add("PATCH", API + "/scrub", OPERATOR);
        add("GET", API + "/surveys", READER);
        add("GET", API + "/surveys/{surveyId}", READER);
        add("GET", API + "/surveys/{surveyId}/findings", READER);
    }

    private void purges() {
        add("GET", API + "/purges", READER);
        add("POST", API + "/purges", OPERATOR);
        add("GET", API + "/purges/{purgeId}", READER);
        add("GET", API + "/purges/{purgeId}/datasets", READER);
        add("GET", API + "/purges/{purgeId}/files", READER);
        add("POST", API + "/purges/{purgeId}/apply", ADMIN);
        add("POST", API + "/purges/{purgeId}/restore", ADMIN);
        add("POST", API + "/purges/{purgeId}/empty", ADMIN);
        add("POST", API + "/purges/{purgeId}/discard", OPERATOR);
        add("GET", API + "/quarantine", READER);
        add("POST", API + "/quarantine/restorations", OPERATOR);
    }

    private void subscriptions() {
        add("GET", API + "/subscriptions", READER);
        add("POST", API + "/subscriptions", OPERATOR);
        add("POST", API + "/subscriptions/plans", OPERATOR);
        add("GET", API + "/subscriptions/{subscriptionId}", READER);
        add("DELETE", API + "/subscriptions/{subscriptionId}", OPERATOR);
        add("GET", API + "/subscriptions/{subscriptionId}/datasets", READER);
        for (String verb : List.of("pause", "resume", "run")) {
            add("POST", API + "/subscriptions/{subscriptionId}/" + verb, OPERATOR);
        }
    }

    /** Adds the routes of jobs; {@link VisibleJobs} decides which jobs a submitter sees and steers. */
    private void jobs() {
        addAlsoForSubmitter("POST", API + "/jobs", OPERATOR);
        addAlsoForSubmitter("GET", API + "/jobs", READER);
        addAlsoForSubmitter("GET", API + "/jobs/{jobId}", READER);
        addAlsoForSubmitter("PATCH", API + "/jobs/{jobId}", OPERATOR);
        addAlsoForSubmitter("DELETE", API + "/jobs/{jobId}", OPERATOR);
        for (String verb : List.of("items", "pause", "resume", "cancel", "retry")) {
            addAlsoForSubmitter("POST", API + "/jobs/{jobId}/" + verb, OPERATOR);
        }
        for (String part :
                List.of("files", "files/{fileId}", "events", "decisions", "explanation", "rates", "report")) {
            addAlsoForSubmitter("GET", API + "/jobs/{jobId}/" + part, READER);
        }
        addAlsoForSubmitter("GET", API + "/events", READER);
        addAlsoForSubmitter("GET", API + "/attention", READER);
        addAlsoForSubmitter("GET", API + "/attention/{itemId}", READER);
        addAlsoForSubmitter("POST", API + "/attention/{itemId}/acknowledgement", OPERATOR);
        addAlsoForSubmitter("DELETE", API + "/attention/{itemId}/acknowledgement", OPERATOR);
        addAlsoForSubmitter("GET", API + "/search", READER);
        addAlsoForSubmitter("GET", API + "/datasets", READER);
        addAlsoForSubmitter("GET", API + "/datasets/{instanceId}", READER);
        addAlsoForSubmitter("GET", API + "/replica-sets", READER);
        addAlsoForSubmitter("GET", API + "/replica-sets/{instanceId}", READER);
        add("POST", API + "/replica-sets/{instanceId}/confirm", OPERATOR);
        add("POST", API + "/catalog-events", OPERATOR);
        addAlsoForSubmitter("POST", API + "/plans", OPERATOR);
        addAlsoForSubmitter("GET", API + "/plans/{planId}", READER);
        add("GET", API + "/data-nodes", READER);
        addAlsoForSubmitter("GET", API + "/manifests", READER);
        addAlsoForSubmitter("GET", API + "/manifests/datasets", READER);
        addAlsoForSubmitter("GET", API + "/manifests/missing", READER);
        add("GET", API + "/publications", READER);
        add("POST", API + "/publications", OPERATOR);
        add("GET", API + "/disputes", READER);
        add("GET", API + "/disputes/{disputeId}", READER);
        add("POST", API + "/disputes/{disputeId}/accept", OPERATOR);
        add("POST", API + "/disputes/{disputeId}/reject", OPERATOR);
        addAlsoForSubmitter("POST", API + "/checks", OPERATOR);
        addAlsoForSubmitter("GET", API + "/checks/{checkId}", READER);
    }

    /** Whose drafts and requests a requester sees is decided where they are read. */
    private void wishes() {
        add("POST", API + "/imports", REQUESTER);
        add("GET", API + "/imports", REQUESTER);
        add("GET", API + "/imports/{importId}", REQUESTER);
        add("GET", API + "/imports/{importId}/entries", REQUESTER);
        add("DELETE", API + "/imports/{importId}", REQUESTER);
        add("POST", API + "/requests", REQUESTER);
        add("GET", API + "/requests", REQUESTER);
        add("GET", API + "/requests/{requestId}", REQUESTER);
        add("POST", API + "/requests/{requestId}/withdraw", REQUESTER);
        add("POST", API + "/requests/{requestId}/approve", OPERATOR);
        add("POST", API + "/requests/{requestId}/decline", OPERATOR);
    }

    private void limits() {
        add("GET", API + "/limits", READER);
        add("GET", API + "/exports/{export}/limit", READER);
        add("PUT", API + "/exports/{export}/limit", OPERATOR);
        add("DELETE", API + "/exports/{export}/limit", OPERATOR);
        add("GET", API + "/nodes/{nodeId}/limit", READER);
        add("PUT", API + "/nodes/{nodeId}/limit", OPERATOR);
        add("DELETE", API + "/nodes/{nodeId}/limit", OPERATOR);
        add("GET", API + "/links/{source}/{destination}/limit", READER);
        add("PUT", API + "/links/{source}/{destination}/limit", OPERATOR);
        add("DELETE", API + "/links/{source}/{destination}/limit", OPERATOR);
    }

    private void sites() {
        addAlsoForSubmitter("GET", API + "/sites", READER);
        add("GET", API + "/sites/{name}", READER);
        addAlsoForSubmitter("GET", API + "/sites/{name}/grants", READER);
        add("POST", API + "/sites", ADMIN);
        add("POST", API + "/sites/{name}/rekey", ADMIN);
        add("DELETE", API + "/sites/{name}", ADMIN);
        add("GET", API + "/rates", READER);
        add("GET", API + "/statistics", READER);
        add("GET", API + "/links", READER);
        add("GET", API + "/links/{source}/{destination}/benches", READER);
        add("GET", API + "/links/{source}/{destination}/benches/{bench}", READER);
        add("POST", API + "/links/{source}/{destination}/benches", OPERATOR);
        add("GET", API + "/links/{source}/{destination}/explanation", READER);
        placeRules();
        add("GET", API + "/invitations", ADMIN);
        add("POST", API + "/invitations", ADMIN);
        add("DELETE", API + "/invitations/{invitationId}", ADMIN);
        addAlsoForSubmitter("GET", API + "/exports", READER);
        addAlsoForSubmitter("GET", API + "/exports/{name}/entries", READER);
        add("GET", API + "/nodes", READER);
        add("POST", API + "/nodes/{nodeId}/drain", ADMIN);
        add("POST", API + "/nodes/{nodeId}/resume", ADMIN);
        add("DELETE", API + "/nodes/{nodeId}", ADMIN);
        add("GET", API + "/backups", ADMIN);
        add("POST", API + "/backups", ADMIN);
        add("GET", API + "/backups/{backupName}", ADMIN);
        add("GET", DOCTOR, OPERATOR);
        add("GET", SUPPORT_BUNDLE, ADMIN);
        add("GET", API + "/audit", ADMIN);
        add("GET", API + "/audit/check", ADMIN);
        add("GET", API + "/hooks", ADMIN);
        add("POST", API + "/hooks", ADMIN);
        add("POST", API + "/hooks/{name}/test", ADMIN);
        add("DELETE", API + "/hooks/{name}", ADMIN);
    }

    private void placeRules() {
        add("GET", API + "/windows", READER);
        add("PUT", API + "/windows/{source}/{destination}", OPERATOR);
        add("DELETE", API + "/windows/{source}/{destination}", OPERATOR);
        add("GET", API + "/sites/{name}/maintenance", READER);
        add("POST", API + "/sites/{name}/maintenance", OPERATOR);
        add("DELETE", API + "/sites/{name}/maintenance/{number}", OPERATOR);
        add("GET", API + "/bans", READER);
        add("GET", API + "/data-nodes/{host}/settings", READER);
        add("PUT", API + "/data-nodes/{host}/settings", OPERATOR);
        add("DELETE", API + "/data-nodes/{host}/settings", OPERATOR);
        for (String place : List.of("/sites/{name}/ban", "/data-nodes/{host}/ban")) {
            add("PUT", API + place, OPERATOR);
            add("DELETE", API + place, OPERATOR);
        }
    }

    private void campaigns() {
        add("GET", API + "/campaigns", READER);
        add("POST", API + "/campaigns", OPERATOR);
        add("POST", API + "/campaigns/plans", OPERATOR);
        add("GET", API + "/campaigns/{campaignId}", READER);
        add("POST", API + "/campaigns/{campaignId}/cancel", OPERATOR);
        add("POST", API + "/campaigns/{campaignId}/link", OPERATOR);
        add("DELETE", API + "/campaigns/{campaignId}/link", OPERATOR);
        add("GET", API + "/shared/campaigns/{secret}", null);
    }

    private void files(ServedExports served) {
        served.all()
                .forEach((export, access) ->
                        add("GET", ServedAddress.PREFIX + export + "/**", access == HttpAccess.PUBLIC ? null : READER));
        addForAnyRole("GET", ServedAddress.PREFIX + "**"); // who is known may learn that nothing is there
    }

    private void add(String method, String pattern, @Nullable Role needed) {
        routes.add(new Route(method, PathPatternParser.defaultInstance.parse(pattern), needed, false, false));
    }

    private void addAlsoForSubmitter(String method, String pattern, Role needed) {
        routes.add(new Route(method, PathPatternParser.defaultInstance.parse(pattern), needed, false, true));
    }

    private void addForAnyRole(String method, String pattern) {
        routes.add(new Route(method, PathPatternParser.defaultInstance.parse(pattern), null, true, false));
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

    /** The row of a request; empty for an address or a method that has none. */
    Optional<Route> find(String method, String path) {
        PathContainer parsed = PathContainer.parsePath(path);
        return routes.stream()
                .filter(route -> route.matches(method.toUpperCase(Locale.ROOT), parsed))
                .findFirst();
    }

    /** True if this address belongs to the API, the served files or the metrics: without a row in the table it is for nobody. */
    static boolean isGuarded(String path) {
        return path.equals("/api")
                || path.startsWith("/api/")
                || path.startsWith(ServedAddress.PREFIX)
                || path.equals("/actuator")
                || path.startsWith("/actuator/");
    }

    List<Route> all() {
        return List.copyOf(routes);
    }
}
