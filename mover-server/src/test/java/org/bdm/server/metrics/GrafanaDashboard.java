package org.bdm.server.metrics;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A dashboard of Grafana in its JSON model: what its schema needs, and the queries. */
record GrafanaDashboard(JsonNode json) {
    private static final int COLUMNS = 24;
    private static final Set<String> PANELS = Set.of("row", "timeseries", "stat");
    private static final Set<String> UNITS = Set.of("short", "bytes", "Bps", "s", "ops", "percentunit");
    private static final Set<String> VARIABLES = Set.of("datasource", "query");

    /** A query of a panel. */
    record Query(String panel, String expression, String legend) {}

    List<JsonNode> panels() {
        List<JsonNode> panels = new ArrayList<>();
        json.path("panels").forEach(panels::add);
        return panels;
    }

    List<Query> queries() {
        List<Query> queries = new ArrayList<>();
        for (JsonNode panel : panels()) {
            panel.path("targets")
                    .forEach(target -> queries.add(new Query(
                            panel.path("title").asString(),
                            target.path("expr").asString(),
                            target.path("legendFormat").asString())));
        }
        return queries;
    }

    /** What Grafana would refuse or show wrongly. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        require(json.path("title").isString() && !json.path("title").asString().isBlank(), "title", problems);
        require(json.path("uid").asString().matches("[A-Za-z0-9_-]{1,40}"), "uid", problems);
        require(json.path("schemaVersion").asInt() >= 36, "schemaVersion", problems);
        require(json.path("time").path("from").isString(), "time.from", problems);
        require(json.path("time").path("to").isString(), "time.to", problems);
        require(json.path("tags").isArray(), "tags", problems);
        require(json.path("annotations").path("list").isArray(), "annotations.list", problems);
        require(panels().size() > 1, "panels", problems);
        for (JsonNode variable : json.path("templating").path("list")) {
            require(variable.path("name").asString().matches("[a-z]+"), "templating.name", problems);
            require(VARIABLES.contains(variable.path("type").asString()), "templating.type", problems);
            require(variable.has("query"), "templating.query", problems);
        }
        Set<Integer> ids = new HashSet<>();
        Set<List<Integer>> cells = new HashSet<>();
        for (JsonNode panel : panels()) {
            String name = panel.path("title").asString();
            require(!name.isBlank(), "a panel without title", problems);
            require(panel.path("id").isInt() && ids.add(panel.path("id").asInt()), name + ": id", problems);
            require(PANELS.contains(panel.path("type").asString()), name + ": type", problems);
            place(panel.path("gridPos"), cells, name, problems);
            if (!panel.path("type").asString().equals("row")) content(panel, name, problems);
        }
        return problems;
    }

    private static void place(JsonNode grid, Set<List<Integer>> cells, String name, List<String> problems) {
        int left = grid.path("x").asInt(-1);
        int width = grid.path("w").asInt(0);
        int top = grid.path("y").asInt(-1);
        int height = grid.path("h").asInt(0);
        boolean isOnGrid = left >= 0 && top >= 0 && width > 0 && height > 0 && left + width <= COLUMNS;
        require(isOnGrid, name + ": gridPos", problems);
        boolean isFree = true;
        for (int x = left; x < left + width; x++) {
            for (int y = top; y < top + height; y++) isFree &= cells.add(List.of(x, y));
        }
        require(isFree, name + ": lies over another panel", problems);
    }

    private static void content(JsonNode panel, String name, List<String> problems) {
        isOfPrometheus(panel.path("datasource"), name, problems);
        JsonNode defaults = panel.path("fieldConfig").path("defaults");
        require(UNITS.contains(defaults.path("unit").asString()), name + ": unit", problems);
        require(panel.path("fieldConfig").path("overrides").isArray(), name + ": overrides", problems);
        require(panel.path("options").isObject(), name + ": options", problems);
        require(panel.path("targets").size() > 0, name + ": targets", problems);
        Set<String> references = new HashSet<>();
        for (JsonNode target : panel.path("targets")) {
            String reference = target.path("refId").asString();
            require(reference.matches("[A-Z]") && references.add(reference), name + ": refId", problems);
            require(!target.path("expr").asString().isBlank(), name + ": expr", problems);
            require(!target.path("legendFormat").asString().isBlank(), name + ": legendFormat", problems);
            isOfPrometheus(target.path("datasource"), name, problems);
        }
    }

    private static void isOfPrometheus(JsonNode source, String name, List<String> problems) {
        require(source.path("type").asString().equals("prometheus"), name + ": datasource.type", problems);
        require(source.path("uid").asString().equals("${datasource}"), name + ": datasource.uid", problems);
    }

    private static void require(boolean isSo, String what, List<String> problems) {
        if (!isSo) problems.add(what);
    }
}
