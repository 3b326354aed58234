package org.bdm.server.api.http;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.bdm.server.api.http.RouteRoles.Route;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Controller;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/** Reads who may call each route, and what it did then, from the annotations at the resources of this program. */
final class ResourceRoutes {
    /** They answer every address for which there is no route: with a page of the web UI, or with an error. */
    static final Set<Class<?>> OF_NO_ROUTE = Set.of(ErrorResource.class, WebUi.class);

    private ResourceRoutes() {}

    /** The routes of all resources that are served; makes none of them. */
    static List<Route> served(ListableBeanFactory beans) {
        return Stream.of(beans.getBeanNamesForType(Object.class, false, false))
                .map(name -> beans.getType(name, false))
                .filter(Objects::nonNull)
                .<Class<?>>map(ClassUtils::getUserClass)
                .filter(type -> type.getName().startsWith("org.bdm.")
                        && AnnotatedElementUtils.hasAnnotation(type, Controller.class)
                        && !OF_NO_ROUTE.contains(type))
                .distinct()
                .flatMap(type -> of(type).stream())
                .toList();
    }

    /**
     * The routes of one resource, one for each of its methods.
     *
     * @throws IllegalStateException naming a method that does not say how or by whom it is called, or what the audit log tells of its change
     */
    static List<Route> of(Class<?> resource) {
        List<Route> routes = new ArrayList<>();
        MethodIntrospector.selectMethods(resource, ResourceRoutes::mappingOf).forEach((method, mapping) -> {
            if (mapping.method().length == 0) throw new IllegalStateException(method + " names no method of HTTP");
            for (RequestMethod verb : mapping.method()) {
                for (String path : paths(mapping))
                    for (String start : paths(mappingOf(resource)))
                        routes.add(route(verb, PathPatternParser.defaultInstance.parse(start + path), method));
            }
        });
        return routes;
    }

    private static @Nullable RequestMapping mappingOf(AnnotatedElement element) {
        return AnnotatedElementUtils.findMergedAnnotation(element, RequestMapping.class);
    }

    private static String[] paths(@Nullable RequestMapping mapping) {
        return mapping == null || mapping.path().length == 0 ? new String[] {""} : mapping.path();
    }

    private static Route route(RequestMethod verb, PathPattern pattern, Method method) {
        Audited audited = method.getAnnotation(Audited.class);
        if (audited == null && verb != RequestMethod.GET)
            throw new IllegalStateException(method + " does not say what it did, for the audit log: add @Audited");
        String did = audited == null ? "" : audited.value();
        Needs needs = method.getAnnotation(Needs.class);
        if (needs != null && needs.value().length > 0)
            return new Route(verb.name(), pattern, Set.of(needs.value()), false, did);
        if (method.isAnnotationPresent(NeedsAnyToken.class))
            return new Route(verb.name(), pattern, Set.of(), false, did);
        if (method.isAnnotationPresent(OpenToAll.class)) return new Route(verb.name(), pattern, Set.of(), true, did);
        throw new IllegalStateException(
                method + " does not say who may call it: add @Needs, @NeedsAnyToken or @OpenToAll");
    }
}
