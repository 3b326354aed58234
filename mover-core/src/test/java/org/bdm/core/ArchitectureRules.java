package org.bdm.core;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.GeneralCodingRules;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules that hold in every module. They see the main classes of the module whose tests run, and nothing else unless they say so. */
public final class ArchitectureRules {

    private static final Pattern STEREOTYPE = Pattern.compile("<<(org\\.bdm\\.[a-z0-9.]+)>>");

    private static final long FILES_OF_A_PACKAGE_MAX = 40;
    private static final long FILES_OF_WIRING_MAX = 60;

    private ArchitectureRules() {}

    /** The main classes of this module, as the compiler left them. */
    public static JavaClasses mainClasses() {
        return new ClassFileImporter().importPath(Path.of("target", "classes", "org"));
    }

    /** The main classes of all modules that the build has compiled before this one, and of this one. */
    public static JavaClasses classesOfTheProgram() {
        return new ClassFileImporter()
                .importPaths(Stream.concat(
                                Stream.of("mover-core", "mover-server", "mover-client")
                                        .map(module -> Path.of("..", module)),
                                extensions().stream())
                        .map(module -> module.resolve(Path.of("target", "classes", "org")))
                        .toList());
    }

    /** The directories of the extensions that the build has compiled. */
    private static List<Path> extensions() {
        try (Stream<Path> modules = Files.list(Path.of("..", "mover-server", "extensions"))) {
            return modules.filter(module -> Files.isDirectory(module.resolve("target/classes/org")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A drawing below {@code docs}, for a test that runs in a module's directory. */
    public static Path drawing(String name) {
        return Path.of("..", "docs", name);
    }

    public static Set<String> packagesWithClasses(JavaClasses classes) {
        return classes.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
    }

    public static Set<String> packagesDrawn(Path drawing) {
        try {
            return STEREOTYPE
                    .matcher(Files.readString(drawing))
                    .results()
                    .map((MatchResult found) -> found.group(1))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An import then says which class is meant, and no name is needed in full. */
    public static void aNameIsOfOneClass(JavaClasses classes) {
        Map<String, Long> classesByName = classes.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getSimpleName, Collectors.counting()));
        assertThat(classesByName).hasSizeGreaterThan(1);
        assertThat(classesByName)
                .allSatisfy((name, count) -> assertThat(count).as(name).isOne());
    }

    /** A package with more files has two subjects. */
    public static void noPackageIsTooBig(JavaClasses classes) {
        Map<String, Long> files = classes.stream()
                .filter(JavaClass::isTopLevelClass)
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        assertThat(files).hasSizeGreaterThan(1);
        assertThat(files.entrySet())
                .allMatch(
                        of -> of.getValue() <= (isWiring(of.getKey()) ? FILES_OF_WIRING_MAX : FILES_OF_A_PACKAGE_MAX),
                        "at most 40 files, 60 of what only wires: " + files);
    }

    private static boolean isWiring(String name) {
        return name.endsWith(".app");
    }

    public static ArchRule noCycles(String root) {
        return slices().matching(root + ".(**)").should().beFreeOfCycles().allowEmptyShould(true);
    }

    /** The types of one package, each with those inside of it, know one another in one direction only. */
    public static ArchRule noCirclesOfTypes(String packageName) {
        SliceAssignment byType = new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                JavaClass outer = type;
                while (outer.getEnclosingClass().isPresent())
                    outer = outer.getEnclosingClass().get();
                return outer.getPackageName().equals(packageName)
                        ? SliceIdentifier.of(outer.getSimpleName())
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "each type of " + packageName;
            }
        };
        return slices().assignedFrom(byType).should().beFreeOfCycles();
    }

    public static ArchRule noFieldInjection() {
        return GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;
    }

    public static ArchRule noSingletons() {
        return noMethods().should().haveName("getInstance").because("what a class needs is given to its constructor");
    }

    /** Time and chance are given, so that tests can turn them. Only the wiring, if there is one, may ask the machine. */
    public static ArchRule timeAndChanceAreGiven(String wiring) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(wiring)
                .should()
                .accessTargetWhere(hiddenTimeOrChance())
                .because("clock and random source are parameters")
                .allowEmptyShould(true);
    }

    /** The names that are banned for all types are Checkstyle's; this one has an exception that needs the super types. */
    public static ArchRule handlersAreHandlersOfALibrary() {
        return classes()
                .that()
                .haveSimpleNameEndingWith("Handler")
                .should(extendAHandlerOfALibrary())
                .allowEmptyShould(true);
    }

    public static ArchRule namesSayWhatAThingIs() {
        return noClasses().should().haveNameMatching(".*(Util|Utils|Helper|Manager|Impl|Common)");
    }

    private static DescribedPredicate<JavaAccess<?>> hiddenTimeOrChance() {
        return describe("the machine's clock or a random source of its own", access -> {
            JavaClass owner = access.getTargetOwner();
            String name = access.getTarget().getName();
            boolean noArguments = access.getTarget().getFullName().endsWith("()");
            return (owner.isEquivalentTo(System.class) && name.equals("currentTimeMillis"))
                    || (owner.isEquivalentTo(Clock.class) && name.startsWith("system"))
                    || (owner.getPackageName().equals("java.time") && name.equals("now") && !takesClock(access))
                    || (owner.isEquivalentTo(Date.class) && name.equals("<init>") && noArguments)
                    || (owner.isEquivalentTo(Random.class) && name.equals("<init>") && noArguments)
                    || (owner.isEquivalentTo(Math.class) && name.equals("random"))
                    || (owner.isEquivalentTo(ThreadLocalRandom.class) && name.equals("current"));
        });
    }

    private static boolean takesClock(JavaAccess<?> access) {
        return access.getTarget().getFullName().contains(Clock.class.getName());
    }

    private static ArchCondition<JavaClass> extendAHandlerOfALibrary() {
        DescribedPredicate<JavaClass> ours = resideInAPackage("org.bdm..");
        return new ArchCondition<>("extend or implement a handler of a library") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean found = type.getAllRawSuperclasses().stream().anyMatch(this::isHandler)
                        || type.getAllRawInterfaces().stream().anyMatch(this::isHandler);
                events.add(new SimpleConditionEvent(
                        type, found, type.getName() + " is called a handler, but handles for no library"));
            }

            private boolean isHandler(JavaClass type) {
                return !ours.test(type) && type.getSimpleName().endsWith("Handler");
            }
        };
    }
}
