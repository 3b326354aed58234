package org.bdm.core;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.Configuration.consideringOnlyDependenciesInAnyPackage;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.adhereToPlantUmlDiagram;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.File;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What docs/core-packages.puml and docs/architecture.md say about this module is true. */
class ArchitectureTest {

    private static final Path DRAWING = ArchitectureRules.drawing("core-packages.puml");
    private static final JavaClasses CLASSES = ArchitectureRules.mainClasses();

    private static final Set<String> VOCABULARY = Set.of("org.bdm.core.id", "org.bdm.core.fault", "org.bdm.core.block");
    private static final String CONTROL = "org.bdm.core.control";

    private static final String[] WITH_BUFFERS = {"org.bdm.core.cache", "org.bdm.core.wire"};
    private static final String[] WITH_BUFFERS_OR_CHANNELS = {
        "org.bdm.core.cache",
        "org.bdm.core.wire",
        "org.bdm.core.stream",
        "org.bdm.core.source.bdm",
        "org.bdm.core.source.http",
        "org.bdm.core.source.http.node",
        "org.bdm.core.source.http.question",
        "org.bdm.core.s3.http",
        "org.bdm.core.serve"
    };

    @Test
    void everyArrowIsInTheDrawing() {
        classes()
                .should(adhereToPlantUmlDiagram(DRAWING, consideringOnlyDependenciesInAnyPackage("org.bdm.."))
                        .ignoreDependencies(useOfVocabulary()))
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
    void aNameIsOfOneClass() {
        ArchitectureRules.aNameIsOfOneClass(CLASSES);
    }

    @Test
    void noPackageIsTooBig() {
        ArchitectureRules.noPackageIsTooBig(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        ArchitectureRules.noCycles("org.bdm.core").check(CLASSES);
    }

    @Test
    void nettyStaysWhereBytesMove() {
        noClasses()
                .that()
                .resideOutsideOfPackages(WITH_BUFFERS_OR_CHANNELS)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(CLASSES);
    }

    @Test
    void cacheAndWireKnowBuffersButNoChannels() {
        noClasses()
                .that()
                .resideInAnyPackage(WITH_BUFFERS)
                .should()
                .dependOnClassesThat(describe(
                        "are of Netty, but not its buffers",
                        type -> type.getPackageName().startsWith("io.netty.")
                                && !type.getPackageName().equals("io.netty.buffer")
                                && !type.getPackageName().startsWith("io.netty.util")))
                .check(CLASSES);
    }

    @Test
    void coreKnowsNoFrameworkNoSqlNoJson() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.springframework..", "java.sql..", "javax.sql..", "tools.jackson..", "com.fasterxml..")
                .check(CLASSES);
    }

    @Test
    void onlyTheLocalStoreBuildsPaths() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.bdm.core.store.local")
                .should()
                .accessTargetWhere(buildsPath())
                .check(CLASSES);
    }

    @Test
    void timeAndChanceAreGiven() {
        ArchitectureRules.timeAndChanceAreGiven("no.wiring.here").check(CLASSES);
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

    private static DescribedPredicate<Dependency> useOfVocabulary() {
        return describe(
                "use of the vocabulary, which is open to all but the vocabulary itself and control",
                dependency -> VOCABULARY.contains(dependency.getTargetClass().getPackageName())
                        && mayUseVocabulary(dependency.getOriginClass()));
    }

    private static boolean mayUseVocabulary(JavaClass type) {
        return !VOCABULARY.contains(type.getPackageName()) && !(type.getPackageName() + ".").startsWith(CONTROL + ".");
    }

    private static DescribedPredicate<JavaAccess<?>> buildsPath() {
        return describe("a path is built from text", access -> {
            JavaClass owner = access.getTargetOwner();
            String name = access.getTarget().getName();
            return (owner.isEquivalentTo(Path.class) && name.equals("of"))
                    || (owner.isEquivalentTo(Paths.class) && name.equals("get"))
                    || (owner.isEquivalentTo(FileSystem.class) && name.equals("getPath"))
                    || (owner.isEquivalentTo(File.class) && name.equals("<init>"));
        });
    }
}
