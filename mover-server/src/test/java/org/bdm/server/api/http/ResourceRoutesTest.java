package org.bdm.server.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.server.api.http.RouteRoles.Route;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.Role;
import org.bdm.server.site.serving.ServedExports;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Who may call a route is what the method of the resource says. */
class ResourceRoutesTest {
    @RestController
    @RequestMapping("/api/v1/things")
    static class Things {
        @GetMapping
        @Needs({Role.READER, Role.SUBMITTER})
        void list() {}

        @GetMapping(params = "wait")
        @Needs({Role.SUBMITTER, Role.READER})
        void listLater() {}

        @GetMapping("/{id}")
        @NeedsAnyToken
        void one() {}

        @DeleteMapping("/{id}")
        @Needs(Role.ADMIN)
        @Audited("removed {id}")
        void remove() {}

        @GetMapping("/open")
        @OpenToAll
        void open() {}
    }

    @RestController
    static class Unmarked {
        @GetMapping("/api/v1/secrets")
        void make() {}
    }

    @RestController
    static class WithoutRoles {
        @GetMapping("/api/v1/secrets")
        @Needs({})
        void make() {}
    }

    @RestController
    static class WithoutMethod {
        @RequestMapping("/api/v1/secrets")
        @Needs(Role.ADMIN)
        void make() {}
    }

    @RestController
    static class Unaudited {
        @PostMapping("/api/v1/secrets")
        @Needs(Role.ADMIN)
        void make() {}
    }

    @RestController
    static class Contradiction {
        @DeleteMapping("/api/v1/things")
        @Needs(Role.ADMIN)
        @Audited("removed things")
        void remove() {}

        @DeleteMapping(path = "/api/v1/things", params = "all")
        @NeedsAnyToken
        @Audited("removed things")
        void removeAll() {}
    }

    private static RouteRoles table(Object... resources) {
        StaticListableBeanFactory beans = new StaticListableBeanFactory();
        for (Object resource : resources) beans.addBean(resource.getClass().getSimpleName(), resource);
        return new RouteRoles(
                new ApiSettings("1", null, false, null, false),
                new ServedExports(new LocalExports(List.of()), Map.of()),
                beans);
    }

    @Test
    void methodsOfAResourceAreRowsOfTheTable() {
        RouteRoles table = table(new Things());
        Route list = table.find("GET", "/api/v1/things").orElseThrow();
        assertThat(list.needed()).isEqualTo(Set.of(Role.READER, Role.SUBMITTER));
        assertThat(list.isOpen()).isFalse();
        Route one = table.find("GET", "/api/v1/things/7").orElseThrow();
        assertThat(one.needed()).isEmpty();
        assertThat(one.isOpen()).isFalse();
        assertThat(table.find("POST", "/api/v1/things")).isEmpty();
        assertThat(table.methods("/api/v1/things")).isEqualTo("GET");
    }

    @Test
    void theMostSpecificRowDecidesAsItDoesForTheMethod() {
        assertThat(table(new Things())
                        .find("GET", "/api/v1/things/open")
                        .orElseThrow()
                        .isOpen())
                .isTrue();
    }

    @Test
    void methodThatDoesNotSayWhoMayCallItStopsTheStart() {
        for (Object unclear : List.of(new Unmarked(), new WithoutRoles())) {
            assertThatThrownBy(() -> table(unclear))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("make()")
                    .hasMessageContaining("@Needs");
        }
        assertThatThrownBy(() -> table(new WithoutMethod()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("make()");
    }

    @Test
    void changeThatDoesNotSayWhatItDidStopsTheStart() {
        assertThatThrownBy(() -> table(new Unaudited()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("make()")
                .hasMessageContaining("@Audited");
        RouteRoles table = table(new Things());
        assertThat(table.did("DELETE /api/v1/things/{id}")).contains("removed {id}");
        assertThat(table.did("GET /api/v1/things/{id}")).isEmpty();
    }

    @Test
    void methodsOfOneRouteThatContradictEachOtherStopTheStart() {
        assertThatThrownBy(() -> table(new Contradiction()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("/api/v1/things");
    }
}
