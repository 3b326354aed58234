package org.bdm.client.cli;

import java.util.Optional;
import java.util.stream.Collectors;
import org.bdm.core.control.Problem;
import org.bdm.core.fault.ErrorCode;
import picocli.CommandLine;

/** The place to look at after a refusal that is the same for all kinds of things: the list of that kind, or the thing. */
final class NextLook {
    private static final String LIST = "list";
    private static final String SHOW = "show";

    private NextLook() {}

    /** The command that shows what there is; empty where the advice of the server says as much. */
    static Optional<String> afterRefusal(Problem problem, CommandLine verb) {
        CommandLine parent = verb.getParent();
        if (parent == null) return Optional.empty();
        CommandLine group = parent.getParent() == null ? verb : parent;
        String name = group.getCommandSpec().qualifiedName();
        boolean lists = group.getSubcommands().containsKey(LIST);
        boolean isPurge = group.getCommandName().equals("purge");
        if (isGeneral(problem, ErrorCode.NOT_FOUND) && (lists || isPurge))
            return Optional.of("See what there is with '" + name + (isPurge ? "" : " " + LIST) + "'.");
        if (isGeneral(problem, ErrorCode.ILLEGAL_STATE) && (lists || isPurge)) {
            return Optional.of(
                    "Its state does not allow this; see it with '" + name + (isPurge ? "" : look(group)) + "'.");
        }
        return Optional.empty();
    }

    /** The thing alone if its group shows one, with what has to be named; else the list. */
    private static String look(CommandLine group) {
        CommandLine show = group.getSubcommands().get(SHOW);
        if (show == null) return " " + LIST;
        String named = show.getCommandSpec().positionalParameters().stream()
                .map(parameter -> " " + parameter.paramLabel())
                .collect(Collectors.joining());
        return " " + SHOW + named;
    }

    private static boolean isGeneral(Problem problem, ErrorCode code) {
        return problem.code().equals(code.name()) && code.advice().equals(problem.advice());
    }
}
