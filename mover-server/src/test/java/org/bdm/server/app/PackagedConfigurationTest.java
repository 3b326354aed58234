package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The commented conf/mover.yaml of the package names every setting that there is, with its default, and nothing else. */
class PackagedConfigurationTest {
    private static final Path PACKAGED = Path.of("..", "mover-client", "src", "package", "conf", "mover.yaml");

    /** A setting that is commented out; what is text has a space after the sign. */
    private static final Pattern COMMENTED = Pattern.compile("(?m)^  #(?=[a-z])");

    @TempDir
    Path directory;

    private final CommandLine command = new CommandLine(new ServerOptions());

    private List<String> arguments(Path file) {
        List<String> keys = command.getCommandSpec().options().stream()
                .map(option -> option.longestName().substring(2))
                .toList();
        return new ConfigurationFile(file, keys).arguments();
    }

    /** With what the examples name in the test's directory. */
    private Path withoutCommentSigns() throws IOException {
        String text = COMMENTED.matcher(Files.readString(PACKAGED)).replaceAll("  ");
        for (String example : List.of("/archive/cmip6", "/data/replicas")) {
            assertThat(text).contains("=" + example);
            Path tree = Files.createDirectories(directory.resolve(example.substring(1)));
            text = text.replace("=" + example, "=" + tree);
        }
        Path kafka = Files.writeString(
                directory.resolve("kafka.properties"), "bootstrap.servers=kafka.example.org:9092\ngroup.id=bdm\n");
        text = text.replace("/etc/bdm/kafka.properties", kafka.toString());
        return Files.writeString(directory.resolve("mover.yaml"), text);
    }

    @Test
    void asItComesItChangesNothing() {
        ServerOptions options = new ServerOptions();
        new CommandLine(options).parseArgs(arguments(PACKAGED).toArray(String[]::new));
        ServerSettings packaged = ServerSettings.of(options, Map.of("BDM_HOME", "/var/lib/bdm"));
        ServerOptions none = new ServerOptions();
        new CommandLine(none).parseArgs();
        ServerSettings defaults = ServerSettings.of(none, Map.of("BDM_HOME", "/var/lib/bdm"));
        assertThat(packaged)
                .usingRecursiveComparison()
                .ignoringFields("options")
                .isEqualTo(defaults);
    }

    @Test
    void itHasEverySetting() throws IOException {
        Set<String> named = arguments(withoutCommentSigns()).stream()
                .map(argument -> argument.substring(0, argument.indexOf('=')))
                .collect(Collectors.toSet());
        Set<String> settings = command.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::longestName)
                .collect(Collectors.toSet());
        settings.removeAll(Set.of("--help", "--version", "--config", "--accept-export"));
        settings.removeIf(option -> option.startsWith("--demo-")); // no installed server shows demo data
        assertThat(named).isEqualTo(settings);
    }

    @Test
    void eachCommentedSettingIsUnderstoodAndShowsTheDefaultIfThereIsOne() throws IOException {
        List<String> arguments = arguments(withoutCommentSigns());
        ServerOptions options = new ServerOptions();
        new CommandLine(options).parseArgs(arguments.toArray(String[]::new));
        // One of the two ways to HTTPS; an example of the file has both.
        options.tlsSelfSigned = false;
        ServerSettings settings = ServerSettings.of(options, Map.of());
        assertThat(settings.indexes()).extracting("name").containsExactly("west", "dkrz");
        assertThat(settings.keepStreams()).hasSeconds(60);
        assertThat(settings.congestion()).isNotNull();

        Map<String, String> shown = new TreeMap<>();
        for (String argument : arguments) {
            shown.put(argument.substring(0, argument.indexOf('=')), argument.substring(argument.indexOf('=') + 1));
        }
        List<String> differing = new ArrayList<>();
        for (OptionSpec option : command.getCommandSpec().options()) {
            String name = option.longestName();
            if (option.hidden() || option.defaultValue() == null || name.startsWith("--demo-")) continue;
            if (!option.defaultValue().equals(shown.get(name))) differing.add(name + "=" + shown.get(name));
        }
        assertThat(differing).as("shown values that are not the default").isEmpty();
    }
}
