package org.bdm.client.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/** Asks for help and for the version as people write them for other programs. */
final class HelpWords {
    private static final Set<String> HELP =
            Set.of("-help", "-?", "/?", "/h", "/help", "?", "--h", "-H", "--Help", "HELP", "Help");
    private static final Set<String> VERSION =
            Set.of("-v", "-version", "--v", "--ver", "--Version", "Version", "VERSION");
    private static final String HELP_VERB = "help";

    private HelpWords() {}

    /** Returns the same arguments as this command understands them: {@code site -?} and {@code site help} are {@code site --help}. */
    static String[] understood(CommandLine root, String... given) {
        if (given.length == 0) return given;
        String last = given[given.length - 1];
        if (given.length == 1 && VERSION.contains(last)) return new String[] {"--version"};
        if (HELP.contains(last) && (given.length == 1 || isPathOfVerbs(root, given))) return endingWithHelp(given);
        int word = Arrays.asList(given).indexOf(HELP_VERB);
        if (word <= 0 || !isPathOfVerbs(root, Arrays.copyOf(given, word + 1))) return given;
        // 'user help create' asks for the help of 'user create'.
        List<String> path = new ArrayList<>(List.of(HELP_VERB));
        for (int i = 0; i < given.length; i++) if (i != word) path.add(given[i]);
        return path.toArray(String[]::new);
    }

    private static String[] endingWithHelp(String... given) {
        String[] asked = given.clone();
        asked[asked.length - 1] = "--help";
        return asked;
    }

    /** True if all words but the last are verbs, one below the other, of which the last may not take that word as the name of a file. */
    private static boolean isPathOfVerbs(CommandLine root, String... words) {
        CommandLine command = root;
        for (int i = 0; i < words.length - 1; i++) {
            CommandLine below = command.getSubcommands().get(words[i]);
            if (below == null) return false;
            command = below;
        }
        return command.getCommandSpec().positionalParameters().stream()
                .noneMatch(parameter -> parameter.paramLabel().contains("FILE"));
    }
}
