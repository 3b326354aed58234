package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.client.cli.CommandRun.Result;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.demo.ServerProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Every example of every help page, and wrong arguments, sent to a real server. */
class HelpExamplesIT {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*+)\"|(\\S++)");
    /** These start servers, ask a person, or write into the working directory. */
    private static final Pattern NOT_RUN =
            Pattern.compile("bdm-client(?: --\\S+(?: [^-\\s]\\S*)?)*? (?:demo|login|logout|doctor --bundle)(?: .*)?");

    /** Settings and options may stand before the verb. */
    private static final Pattern EXAMPLE = Pattern.compile("(?:\\$ )?(?:[A-Z_]+=\\S* )*+(bdm-client .*)");

    /** The example is right, and this site has not what it is about: files, a second site, a terminal. */
    private static final Set<String> NEEDS_MORE = Set.of(
            "no such file",
            "no such token file",
            "cannot read ",
            "no link from",
            "INVITATION_INVALID",
            "does not invite itself",
            "no password given");

    @TempDir
    static Path directory;

    private static ServerProcess server;

    @BeforeAll
    static void start() throws IOException {
        Path data = Files.createDirectories(directory.resolve("data/CMIP6"));
        Files.writeString(data.resolve("tas.nc"), "1");
        Path in = Files.createDirectories(directory.resolve("in"));
        List<String> java = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.bdm.server.app.MoverServer");
        List<String> options = List.of(
                "--site", "south", "--export", "data=" + directory.resolve("data"), "--export", "in=" + in + ":rw");
        server = new ServerProcess(java, directory.resolve("home"), options, Map.of());
        server.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Result run(String... args) {
        return new CommandRun()
                .startingNow()
                .environment("BDM_SERVER", server.ready().url().toString())
                .environment("BDM_TOKEN_FILE", server.tokenFile().toString())
                .home(directory)
                .input("correct horse battery\n")
                .run(args);
    }

    private static String[] words(String line) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) words.add(word.group(1) != null ? word.group(1) : word.group(2));
        return words.subList(1, words.size()).toArray(String[]::new);
    }

    private static void examples(CommandLine verb, List<String> found) {
        for (String line : verb.getCommandSpec().usageMessage().footer()) {
            Matcher example = EXAMPLE.matcher(line.strip());
            if (example.matches() && !NOT_RUN.matcher(example.group(1)).matches()) found.add(example.group(1));
        }
        verb.getSubcommands().values().forEach(below -> examples(below, found));
    }

    @ParameterizedTest
    @CsvSource({
        "bdm-client list, true",
        "bdm-client --profile north list, true",
        "BDM_SERVER=https://north bdm-client --json list, true",
        "bdm-client --profile north login, false",
        "bdm-client login --profile north, false",
        "bdm-client doctor, true",
        "bdm-client --quiet doctor --bundle x.zip, false",
    })
    void examplesWithOptionsBeforeTheVerbAreFound(String line, boolean isRun) {
        Matcher example = EXAMPLE.matcher(line);
        assertThat(example.matches()).isTrue();
        assertThat(!NOT_RUN.matcher(example.group(1)).matches()).isEqualTo(isRun);
    }

    @Test
    @Tag("U8")
    void noExampleIsRefusedAsInvalid() {
        List<String> examples = new ArrayList<>();
        examples(Main.described(), examples);
        assertThat(examples).hasSizeGreaterThan(100);
        // whoever copies it later would be refused
        assertThat(examples).noneMatch(example -> example.matches(".* --(until|begin|end)[ =]\\d{4}-.*"));
        Map<String, String> failed = new TreeMap<>();
        for (String example : examples) {
            Result result = run(words(example.replaceFirst(" > .*", "")));
            boolean isFileOfExample = NEEDS_MORE.stream().anyMatch(result.err()::contains);
            boolean isInvalid = result.code() == ExitCode.USAGE.number() || result.code() == ExitCode.INTERNAL.number();
            if (isInvalid && !isFileOfExample) failed.put(example, result.err());
        }
        assertThat(failed).isEmpty();
    }

    @ParameterizedTest
    @Tag("U10")
    @CsvSource(
            delimiter = '|',
            value = {
                "list --state foo | SUCCEEDED",
                "list --sort foo | createdAt",
                "token create x --role submit | submitter",
                "user create x --role boss --password-file - | submitter",
                "user set x --role boss | submitter",
                "submit bdm://south/data/CMIP6 bdm://south/in/a -r --on-conflict foo | skip",
                "submit bdm://south/data/CMIP6 bdm://south/in/a -r --dscp foo | LE",
                "submit bdm://south/data/CMIP6 bdm://south/in/a -r --order foo | smallest",
                "submit bdm://south/data/CMIP6 bdm://south/in/a -r --priority 99 | 9",
                "holdings --state foo | VERIFIED",
                "request list --state foo | OPEN",
                "statistics --by foo | month",
                "hook create h ftp://x | https://",
                "hook create h https://x.example --event foo | SUCCEEDED",
                "site add north not-a-code | bdm1_",
                "site add north bdm1_**** | site invite",
                "hold --scan srv:data/a | bdm://srv/data/a",
                "check /data/a bdm://south/in/a | bdm://SITE/EXPORT/a",
                "submit srv:data/a bdm://south/in/a | bdm://srv/data/a",
                "plan -r srv::data/a bdm://south/in/a | bdm://srv/data/a",
                "ls rsync://srv/data/a | bdm://srv/data/a",
                "verify file:///data/a | bdm://SITE/EXPORT/a",
                "rates --since yesterday-ish | 7d",
                "scrub set --window foo | -",
            })
    void aWrongArgumentIsAUsageErrorWithItsChoices(String command, String choice) {
        Result result = run(command.strip().split(" "));
        assertThat(result.err())
                .startsWith("error: ")
                .containsIgnoringCase(choice)
                .doesNotContain("items[", "Illegal base64");
        assertThat(result.code()).as(result.err()).isEqualTo(2);
    }

    @Test
    @Tag("U8")
    void aHookThatCouldNeverDeliverIsRefused() {
        Result mail = run("hook", "create", "ann2", "mailto:ann@example.org");
        assertThat(mail.err()).contains("UNSUPPORTED", "--mail-host");
        assertThat(run("hook", "create", "x2", "command:nothing").err()).contains("UNSUPPORTED", "--hook-command");
        assertThat(run("hook", "list").out()).doesNotContain("ann2", "x2");
    }

    @Test
    @Tag("U8")
    void theExportsHaveTheSizeOfTheirFileSystem() {
        assertThat(run("export", "list").out().lines().skip(1))
                .isNotEmpty()
                .allMatch(line ->
                        line.matches("\\S+ +south +r[ow] +[0-9.]+ [KMGTP]iB +[0-9.]+ [KMGTP]iB +available( +\\S.*)?"));
    }

    @Test
    @Tag("U10")
    void aRefusalSaysEachThingOnce() {
        String name = "CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803";
        assertThat(run("replicate", name, "bdm://south/in/a").err().split(Pattern.quote(name), -1))
                .hasSizeLessThanOrEqualTo(3);
        Result unknown = run("submit", "bdm://south/nowhere/a", "bdm://south/in/a");
        assertThat(unknown.err()).doesNotContain("items[").containsOnlyOnce("UNKNOWN_EXPORT");
        assertThat(unknown.err().lines()).hasSize(2);
    }
}
