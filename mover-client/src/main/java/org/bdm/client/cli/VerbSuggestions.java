package org.bdm.client.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/** The verbs that were probably meant: by meaning ({@code add}), by order ({@code add user}), and by spelling ({@code sumbit}). */
final class VerbSuggestions {
    private static final int SHOWN_MAX = 3;

    private final CommandLine command;
    private final String word;
    private final List<String> after;

    private VerbSuggestions(CommandLine command, List<String> words) {
        this.command = command;
        this.word = words.get(0).toLowerCase(Locale.ROOT);
        this.after = words.subList(1, words.size());
    }

    /**
     * Returns what could have been written instead, the most likely first; empty if nothing is near.
     *
     * @param words the first one that was not understood, and those after it
     */
    static List<String> of(CommandLine command, List<String> words) {
        VerbSuggestions suggestions = new VerbSuggestions(command, words);
        if (suggestions.word.startsWith("-")) {
            List<String> meant = OptionMeanings.of(command.getCommandSpec(), words.get(0));
            return meant.isEmpty() ? Suggestions.of(command.getCommandSpec()).near(words.get(0)) : meant;
        }
        return command.getSubcommands().isEmpty() ? suggestions.nounFirst() : suggestions.verbs();
    }

    private List<String> verbs() {
        Map<String, CommandLine> verbs = command.getSubcommands();
        if (verbs.containsKey(word)) return List.of(word);
        boolean isTop = command.getParent() == null;
        if (isTop && !after.isEmpty()) {
            Optional<String> ofNoun = ofNoun(command, after.get(0), word);
            if (ofNoun.isPresent()) return List.of(ofNoun.get());
        }
        List<String> meant = isTop ? Meanings.atTop(word) : Meanings.of(word, verbs.keySet());
        if (!meant.isEmpty()) return meant;
        List<String> below = isTop ? below(verbs) : List.of();
        return below.isEmpty() ? Suggestions.of(command.getCommandSpec()).near(word) : below;
    }

    /** {@code list users}: the verb took no argument, and its argument is a noun that has this verb. */
    private List<String> nounFirst() {
        CommandLine top = command.getParent();
        if (top == null || top.getParent() != null) return List.of();
        return ofNoun(top, word, command.getCommandName()).stream().toList();
    }

    /** The verb of this meaning that the noun has: {@code user create} for {@code add} and {@code users}. */
    private static Optional<String> ofNoun(CommandLine top, String noun, String verb) {
        String singular = noun.toLowerCase(Locale.ROOT).replaceFirst("s$", "");
        CommandLine group = top.getSubcommands().get(singular);
        if (group == null || group.getSubcommands().isEmpty()) return Optional.empty();
        Map<String, CommandLine> verbs = group.getSubcommands();
        if (verbs.containsKey(verb)) return Optional.of(singular + " " + verb);
        return Meanings.of(verb, verbs.keySet()).stream().findFirst().map(meant -> singular + " " + meant);
    }

    /** {@code invite}: the nouns that have a verb of this name. */
    private List<String> below(Map<String, CommandLine> nouns) {
        List<String> below = new ArrayList<>();
        nouns.forEach((noun, group) -> {
            if (group.getSubcommands().containsKey(word)) below.add(noun + " " + word);
        });
        return below.size() > SHOWN_MAX ? List.of() : below;
    }
}
