package org.bdm.client.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The completion script for bash, which zsh can use as well: verbs, options and fixed values are in the script; jobs, sites, exports and
 * paths are asked of the server by the hidden verb {@code __complete}. Each option has values of its own, whatever it calls them.
 */
final class CompletionScript {
    private static final Map<String, String> KINDS = Map.ofEntries(
            Map.entry("JOB", "@jobs"),
            Map.entry("JOB|ID", "@jobs"),
            Map.entry("SRC", "@endpoints"),
            Map.entry("DST", "@endpoints"),
            Map.entry("ENDPOINT", "@endpoints"),
            Map.entry("A", "@endpoints"),
            Map.entry("B", "@endpoints"),
            Map.entry("TREE", "@endpoints"),
            Map.entry("SITE", "@sites"),
            Map.entry("EXPORT", "@exports"),
            Map.entry("EXPORT[/prefix]", "@exports"),
            Map.entry("PROFILE", "@profiles"),
            Map.entry("FILE", "@file"),
            Map.entry("FILE|-", "@file"),
            Map.entry("DIR", "@file"));

    /** Of verbs that have an option {@code --state}. */
    private static final Map<String, String> STATES = Map.of(
            "list", "queued planning active paused succeeded partial failed cancelled",
            "files", "pending active verifying waiting done skipped_same failed cancelled",
            "holdings", "verified unverified disputed superseded retracted damaged",
            "request list", "open approved declined withdrawn",
            "dispute list", "open accepted rejected",
            "purge", "superseded retracted");

    private static final String TEXT = "@text";
    private static final Set<String> ALTERNATIVES_OF_KINDS = Set.of("FILE|-", "DATASET|ENDPOINT|JOB", "CODE|URL");

    private final List<String> verbs = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private final List<String> values = new ArrayList<>();

    private CompletionScript() {}

    static String of(CommandLine root) {
        CompletionScript script = new CompletionScript();
        script.add("", root.getCommandSpec());
        return TEMPLATE.replace("@VERBS@", lines(script.verbs))
                .replace("@OPTIONS@", lines(script.options))
                .replace("@VALUES@", lines(script.values));
    }

    private static String lines(List<String> cases) {
        return String.join("\n", cases);
    }

    private void add(String path, CommandSpec spec) {
        List<String> below = spec.subcommands().entrySet().stream()
                .filter(verb -> !verb.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
        if (!below.isEmpty()) verbs.add(choice(path, String.join(" ", below)));
        options.add(choice(
                path,
                spec.options().stream()
                        .filter(option -> !option.hidden())
                        .map(OptionSpec::longestName)
                        .collect(Collectors.joining(" "))));
        for (OptionSpec option : spec.options()) {
            if (option.arity().max() == 0) continue;
            String words = option.longestName().equals("--state") ? STATES.getOrDefault(path, TEXT) : values(option);
            for (String name : option.names()) values.add(choice(path + " " + name, words));
        }
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            boolean isLast = parameter.index().max() == Integer.MAX_VALUE
                    || parameter.arity().max() > 1;
            String index = isLast ? "*" : String.valueOf(parameter.index().min());
            values.add(choice(path + " " + index, values(parameter)));
        }
        spec.subcommands().forEach((name, verb) -> {
            if (below.contains(name)) add(path.isEmpty() ? name : path + " " + name, verb.getCommandSpec());
        });
    }

    private static String choice(String key, String words) {
        String quoted = key.endsWith("*") ? "\"" + key.substring(0, key.length() - 1) + "\"*" : "\"" + key + "\"";
        return "        " + quoted + ") echo \"" + words + "\" ;;";
    }

    private static String values(ArgSpec argument) {
        if (argument.completionCandidates() != null) {
            return StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                    .map(constant -> constant.toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(" "));
        }
        String label = argument.paramLabel();
        String kind = KINDS.get(label);
        if (kind != null) return kind;
        if (label.equals("1-5")) return "1 2 3 4 5";
        boolean areWords = label.contains("|") && !ALTERNATIVES_OF_KINDS.contains(label);
        return areWords ? label.replace('|', ' ') : TEXT;
    }

    private static final String TEMPLATE = """
        # Completion of bdm-client for bash: source <(bdm-client completion)
        # In zsh the same after: autoload -U +X bashcompinit && bashcompinit

        _bdm_client_verbs() {
            case $1 in
        @VERBS@
            esac
        }

        _bdm_client_options() {
            case $1 in
        @OPTIONS@
            esac
        }

        # What may follow an option, or stand as a parameter: words, or @ and a kind.
        _bdm_client_values() {
            case "$1 $2" in
        @VALUES@
            esac
        }

        _complete_bdm-client() {
            local cur word verb='' option='' position=0 values='' known='' i n=0
            local -a typed asked
            # No variable is called path or words: zsh has those. bash splits words at : and =; endpoints have both.
            for ((i = 1; i <= COMP_CWORD; i++)); do
                word=${COMP_WORDS[i]}
                if [ $n -gt 0 ] && { [ "$word" = : ] || [ "$word" = = ] || [ "$known" = : ] || [ "$known" = = ]; }; then
                    typed[$((n - 1))]=${typed[n - 1]}$word
                else
                    typed[n]=$word
                    n=$((n + 1))
                fi
                known=$word
            done
            cur=${typed[n - 1]}
            for ((i = 0; i < n - 1; i++)); do
                word=${typed[i]}
                if [ -n "$option" ]; then
                    case $option in --server | --profile | --token-file | --ca-file) asked+=("$option" "$word") ;; esac
                    option=
                    continue
                fi
                case $word in
                    --*=*) ;;
                    -*) [ -z "$(_bdm_client_values "$verb" "$word")" ] || option=$word ;;
                    *)
                        known=" $(_bdm_client_verbs "$verb") "
                        case $known in
                            *" $word "*) verb=${verb:+$verb }$word ;;
                            *) position=$((position + 1)) ;;
                        esac
                        ;;
                esac
            done
            case $option$cur in
                --*=*)
                    option=${cur%%=*}
                    cur=${cur#*=}
                    ;;
            esac
            if [ -n "$option" ]; then
                values=$(_bdm_client_values "$verb" "$option")
            elif [ "${cur#-}" != "$cur" ]; then
                values=$(_bdm_client_options "$verb")
            else
                values=$(_bdm_client_verbs "$verb")
                [ -n "$values" ] || values=$(_bdm_client_values "$verb" "$position")
            fi
            COMPREPLY=()
            case $values in
                '' | @text) return ;;
                @file) COMPREPLY=($(compgen -f -- "$cur")) ;;
                @*)
                    values=$(bdm-client ${asked[@]+"${asked[@]}"} __complete "${values#@}" "$cur" 2>/dev/null)
                    COMPREPLY=($(compgen -W "$values" -- "$cur"))
                    ;;
                *) COMPREPLY=($(compgen -W "$values" -- "$cur")) ;;
            esac
            # A directory goes on.
            [ ${#COMPREPLY[@]} -ne 1 ] || case ${COMPREPLY[0]} in */) compopt -o nospace 2>/dev/null || true ;; esac
            # What comes before the last : stays as it was typed.
            case $COMP_WORDBREAKS in
                *:*)
                    word=${cur%"${cur##*:}"}
                    for ((i = 0; i < ${#COMPREPLY[@]}; i++)); do COMPREPLY[i]=${COMPREPLY[i]#"$word"}; done
                    ;;
            esac
        }

        complete -o default -F _complete_bdm-client bdm-client
        """;
}
