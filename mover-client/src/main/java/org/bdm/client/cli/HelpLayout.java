package org.bdm.client.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bdm.client.cli.verb.GlobalOptions;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Layout of help: the verbs in groups, one line each; for a verb its own options, those of all verbs in one line at the end, then
 * examples, which are the footer of its annotation.
 */
final class HelpLayout {
    private static final String COMMON =
            "%nCommon options, see 'bdm-client --help': --server --profile --token-file%n--ca-file --json --quiet"
                    + " --wide --no-color --help%n";

    private HelpLayout() {}

    /** The same command with this layout, and so all verbs below it. */
    static CommandLine of(CommandLine root) {
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, HelpLayout::groups);
        root.getCommandSpec().usageMessage().footerHeading("%n").abbreviateSynopsis(true);
        root.getCommandSpec().usageMessage().commandListHeading("").optionListHeading("%nOptions:%n");
        List<String> sections = new ArrayList<>(root.getHelpSectionKeys());
        List<String> verbs =
                List.of(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, UsageMessageSpec.SECTION_KEY_COMMAND_LIST);
        sections.removeAll(verbs);
        sections.addAll(sections.indexOf(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING), verbs);
        root.setHelpSectionKeys(sections);
        root.getSubcommands().values().forEach(HelpLayout::layOut);
        return root;
    }

    private static void layOut(CommandLine verb) {
        CommandSpec spec = verb.getCommandSpec();
        UsageMessageSpec message = spec.usageMessage();
        message.abbreviateSynopsis(true).parameterListHeading("%n").commandListHeading("%nVerbs:%n");
        message.descriptionHeading("%n");
        boolean isVerbWithVerbs =
                GlobalOptions.areOf(spec) && !spec.subcommands().isEmpty();
        if (isVerbWithVerbs && !own(spec).isEmpty()) message.optionListHeading("%nOptions:%n");
        String[] examples = message.footer();
        if (examples.length > 0) {
            message.footerHeading(examples.length == 1 ? "%nExample:%n" : "%nExamples:%n");
            // Never wrapped: an example is copied.
            verb.getHelpSectionMap()
                    .put(
                            UsageMessageSpec.SECTION_KEY_FOOTER,
                            help -> Arrays.stream(examples)
                                    .map(example -> "  " + example + System.lineSeparator())
                                    .collect(Collectors.joining()));
        }
        verb.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpLayout::options);
        verb.getSubcommands().values().forEach(HelpLayout::layOut);
    }

    private static String options(Help help) {
        String options = help.optionListExcludingGroups(
                own(help.commandSpec()), help.createDefaultLayout(), null, help.parameterLabelRenderer());
        return GlobalOptions.areOf(help.commandSpec()) ? options + String.format(COMMON) : options;
    }

    private static List<OptionSpec> own(CommandSpec verb) {
        Set<String> common = GlobalOptions.names();
        return verb.options().stream()
                .filter(option -> !option.hidden() && !common.contains(option.longestName()))
                .collect(Collectors.toList());
    }

    private static String groups(Help help) {
        StringBuilder text = new StringBuilder();
        Verbs.groups().forEach((group, verbs) -> {
            text.append(String.format("%n%s:%n", group));
            verbs.forEach(name -> {
                CommandLine verb = help.commandSpec().subcommands().get(name);
                if (verb == null || verb.getCommandSpec().usageMessage().hidden()) return;
                text.append(String.format(
                        "  %s  %s%n",
                        help.colorScheme().commandText(name + " ".repeat(12 - name.length())),
                        verb.getCommandSpec().usageMessage().description()[0]));
            });
        });
        return text.toString();
    }
}
