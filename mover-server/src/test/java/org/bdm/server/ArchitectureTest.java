package org.bdm.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.Configuration.consideringOnlyDependenciesInAnyPackage;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.adhereToPlantUmlDiagram;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.nio.file.Path;
import org.bdm.core.ArchitectureRules;
import org.junit.jupiter.api.Test;

/** What docs/server-packages.puml and docs/architecture.md say about this module is true. */
class ArchitectureTest {

    private static final Path DRAWING = ArchitectureRules.drawing("server-packages.puml");
    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses();

    private static final String WIRING = "org.bdm.server";

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
    void packagesHaveNoCycles() {
        ArchitectureRules.noCycles("org.bdm.server").check(CLASSES);
    }

    @Test
    void onlyTheCatalogKnowsSql() {
        noClasses()
                .that()
                .resideOutsideOfPackages("org.bdm.server.catalog", WIRING)
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
                .resideOutsideOfPackages("org.bdm.server.dataport", "org.bdm.server.health", WIRING)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void onlyTheApiSpeaksInRestMessages() {
        noClasses()
                .that()
                .resideOutsideOfPackages("org.bdm.server.api", WIRING)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.bdm.core.control..")
                .allowEmptyShould(true)
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
}
