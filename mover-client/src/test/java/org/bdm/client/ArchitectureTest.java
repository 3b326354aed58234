package org.bdm.client;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Set;
import org.bdm.core.ArchitectureRules;
import org.junit.jupiter.api.Test;

/** The client stays small: what is not named here is not in its jar, and would be missed only when it runs. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses();
    private static final Set<String> OF_CORE =
            Set.of("org.bdm.core.control", "org.bdm.core.fault", "org.bdm.core.id", "org.bdm.core.receipt");

    @Test
    void usesOfTheCoreOnlyWhatIsInItsJar() {
        noClasses()
                .should()
                .dependOnClassesThat(describe(
                        "are of the core, but not of " + OF_CORE,
                        type -> type.getPackageName().startsWith("org.bdm.core")
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
                .isSubsetOf("org.bdm.client", "org.bdm.client.cli", "org.bdm.client.demo", "org.bdm.client.output");
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
