package org.bdm.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.Configuration.consideringOnlyDependenciesInAnyPackage;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.adhereToPlantUmlDiagram;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.bdm.core.ArchitectureRules;
import org.junit.jupiter.api.Test;

/** What docs/server-packages.puml, the drawings of rooms and docs/architecture.md say about this module is true. */
class ArchitectureTest {

    private static final Path DRAWING = ArchitectureRules.drawing("server-packages.puml");
    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses();

    private static final String SERVER = "org.bdm.server";
    private static final String WIRING = "org.bdm.server.app";
    private static final String CATALOG = "org.bdm.server.catalog";

    /** Packages that are cut into rooms: of each, docs has the drawing {@code NAME-packages.puml}. */
    private static final List<String> CUT =
            List.of("api", "catalog", "dataset", "discovery", "holding", "interchange", "job", "site");

    private static Path drawing(String cut) {
        return ArchitectureRules.drawing(cut + "-packages.puml");
    }

    @Test
    void everyArrowIsInTheDrawing() {
        classes()
                .should(adhereToPlantUmlDiagram(DRAWING, consideringOnlyDependenciesInAnyPackage("org.bdm.server.."))
                        .ignoreDependenciesWithOrigin(resideInAPackage(WIRING)))
                .check(CLASSES);
    }

    @Test
    void everyPackageIsInTheDrawing() {
        assertThat(ArchitectureRules.packagesWithClasses(CLASSES))
                .isNotEmpty()
                .isSubsetOf(ArchitectureRules.packagesDrawn(DRAWING));
    }

    @Test
    void noPackageOfTheDrawingIsEmpty() {
        assertThat(ArchitectureRules.packagesDrawn(DRAWING))
                .isNotEmpty()
                .isSubsetOf(ArchitectureRules.packagesWithClasses(CLASSES));
    }

    @Test
    void everyArrowBetweenRoomsIsInTheirDrawing() {
        for (String cut : CUT) {
            String rooms = SERVER + "." + cut + "..";
            classes()
                    .that()
                    .resideInAPackage(rooms)
                    .should(adhereToPlantUmlDiagram(drawing(cut), consideringOnlyDependenciesInAnyPackage(rooms)))
                    .check(CLASSES);
        }
    }

    @Test
    void theRoomsAreThoseOfTheirDrawing() {
        for (String cut : CUT) {
            Set<String> rooms = ArchitectureRules.packagesWithClasses(CLASSES);
            rooms.removeIf(room -> !(room + ".").startsWith(SERVER + "." + cut + "."));
            assertThat(ArchitectureRules.packagesDrawn(drawing(cut)))
                    .hasSizeGreaterThan(1)
                    .isEqualTo(rooms);
        }
    }

    @Test
    void noPackageIsTooBig() {
        ArchitectureRules.noPackageIsTooBig(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        ArchitectureRules.noCycles("org.bdm.server").check(CLASSES);
    }

    @Test
    void theWiringHasNoCircle() {
        ArchitectureRules.noCirclesOfTypes(WIRING).check(CLASSES);
    }

    @Test
    void onlyTheCatalogKnowsSql() {
        noClasses()
                .that()
                .resideOutsideOfPackages(CATALOG + "..", WIRING)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.sql..",
                        "javax.sql..",
                        "org.springframework.jdbc..",
                        "org.flywaydb..",
                        "org.h2..",
                        "org.postgresql..")
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void nettyStaysAtTheDataPort() {
        noClasses()
                .that()
                .resideOutsideOfPackages(existing("org.bdm.server.site.dataport", WIRING))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void onlyTheApiAndWhatItBeginsSpeakInRestMessages() {
        noClasses()
                .that()
                .resideOutsideOfPackages(existing(
                        "org.bdm.server.api..",
                        "org.bdm.server.campaign",
                        "org.bdm.server.job.plan",
                        "org.bdm.server.job.submit",
                        "org.bdm.server.message",
                        "org.bdm.server.request",
                        "org.bdm.server.upkeep",
                        WIRING))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.bdm.core.control..")
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void workKnowsNeitherSpringNorServlets() {
        noClasses()
                .that()
                .resideOutsideOfPackages(existing(
                        "org.bdm.server.api..",
                        CATALOG + "..", // for SQL
                        "org.bdm.server.connections",
                        "org.bdm.server.site.serving",
                        WIRING))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "jakarta..")
                .check(CLASSES);
    }

    @Test
    void jsonIsOfJackson3() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml.jackson.databind..", "com.fasterxml.jackson.core..")
                .check(CLASSES);
    }

    @Test
    void timeAndChanceAreGiven() {
        ArchitectureRules.timeAndChanceAreGiven(WIRING).check(CLASSES);
    }

    @Test
    void nothingIsInjectedIntoFields() {
        ArchitectureRules.noFieldInjection().check(CLASSES);
    }

    @Test
    void nothingIsASingleton() {
        ArchitectureRules.noSingletons().check(CLASSES);
    }

    @Test
    void namesSayWhatAThingIs() {
        ArchitectureRules.namesSayWhatAThingIs().check(CLASSES);
        ArchitectureRules.handlersAreHandlersOfALibrary().check(CLASSES);
    }

    /** A rule that spares a package nobody has any more would spare whatever is called so next. */
    private static String[] existing(String... packages) {
        Set<String> all = ArchitectureRules.packagesWithClasses(CLASSES);
        for (String name : packages) {
            String root = name.endsWith("..") ? name.substring(0, name.length() - 2) : name;
            assertThat(all).as(name).anyMatch(known -> (known + ".").startsWith(root + "."));
        }
        return packages;
    }
}
