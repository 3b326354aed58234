package org.bdm.client;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.Configuration.consideringOnlyDependenciesInAnyPackage;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.adhereToPlantUmlDiagram;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.nio.file.Path;
import java.util.Set;
import org.bdm.core.ArchitectureRules;
import org.junit.jupiter.api.Test;

/** The client stays small: what is not named here is not in its jar, and would be missed only when it runs. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses();
    private static final Path ROOMS = ArchitectureRules.drawing("client-packages.puml");
    private static final String COMMAND = "org.bdm.client.cli";

    private static final Set<String> OF_CORE =
            Set.of("org.bdm.core.checksum", "org.bdm.core.fault", "org.bdm.core.id", "org.bdm.core.receipt");
    private static final String MESSAGES = "org.bdm.core.control";

    @Test
    void usesOfTheCoreOnlyWhatIsInItsJar() {
        noClasses()
                .should()
                .dependOnClassesThat(describe(
                        "are of the core, but neither messages nor of " + OF_CORE,
                        type -> type.getPackageName().startsWith("org.bdm.core")
                                && !(type.getPackageName() + ".").startsWith(MESSAGES + ".")
                                && !OF_CORE.contains(type.getPackageName())))
                .check(CLASSES);
    }

    @Test
    void usesNeitherServerNorItsLibraries() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.bdm.server..", "org.springframework..", "io.netty..", "java.sql..", "com.sun.jna..")
                .check(CLASSES);
    }

    @Test
    void packagesAreThoseOfTheArchitecture() {
        assertThat(ArchitectureRules.packagesWithClasses(CLASSES))
                .isNotEmpty()
                .filteredOn(name -> !(name + ".").startsWith(COMMAND + "."))
                .isSubsetOf(
                        "org.bdm.client",
                        "org.bdm.client.batch",
                        "org.bdm.client.demo",
                        "org.bdm.client.file",
                        "org.bdm.client.output");
    }

    @Test
    void everyArrowBetweenRoomsOfTheCommandIsInTheirDrawing() {
        classes()
                .that()
                .resideInAPackage(COMMAND + "..")
                .should(adhereToPlantUmlDiagram(ROOMS, consideringOnlyDependenciesInAnyPackage(COMMAND + "..")))
                .check(CLASSES);
    }

    @Test
    void theRoomsOfTheCommandAreThoseOfTheirDrawing() {
        Set<String> rooms = ArchitectureRules.packagesWithClasses(CLASSES);
        rooms.removeIf(name -> !(name + ".").startsWith(COMMAND + "."));
        assertThat(ArchitectureRules.packagesDrawn(ROOMS)).hasSizeGreaterThan(1).isEqualTo(rooms);
    }

    /** In all modules: this is the last of the reactor. */
    @Test
    void aNameIsOfOneClass() {
        ArchitectureRules.aNameIsOfOneClass(ArchitectureRules.classesOfTheProgram());
    }

    @Test
    void extensionsAreNoPartOfTheWebServerAndOnlyDemoDataPassTheRepositoriesBy() {
        JavaClasses program = ArchitectureRules.classesOfTheProgram();
        noClasses()
                .that()
                .resideInAPackage("org.bdm.extension..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.springframework..", "jakarta.servlet..", "org.bdm.server.app..", "org.bdm.server.api..")
                .check(program);
        noClasses()
                .that()
                .resideInAPackage("org.bdm.extension..")
                .and()
                .resideOutsideOfPackage("org.bdm.extension.demo")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "org.bdm.server.catalog.db..")
                .check(program);
    }

    @Test
    void noPackageIsTooBig() {
        ArchitectureRules.noPackageIsTooBig(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        ArchitectureRules.noCycles("org.bdm.client").check(CLASSES);
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
