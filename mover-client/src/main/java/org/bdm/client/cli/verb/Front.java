package org.bdm.client.cli.verb;

import org.bdm.client.output.Terminal;
import org.bdm.client.output.TerminalStyle;

/** What a verb sees of the command that it belongs to. */
public interface Front {
    Surroundings surroundings();

    /** The options before the verb. */
    GlobalOptions options();

    /** How to write to an output of so many columns, where 0 is no terminal. */
    TerminalStyle style(GlobalOptions afterVerb, int columns);

    Terminal terminal(TerminalStyle style);

    /** Writes what went wrong as an error line, for a verb that goes on with other things; the code is what it means. */
    ExitCode report(RuntimeException failure);
}
