package org.bdm.client.cli.verb;

import org.bdm.client.output.Terminal;
import org.bdm.client.output.TerminalStyle;

/** The view that a verb has of its command. */
public interface Front {
    Surroundings surroundings();

    /** The options before the verb. */
    GlobalOptions options();

    /** Returns the style for an output of so many columns; 0 means it is not a terminal. */
    TerminalStyle style(GlobalOptions afterVerb, int columns);

    Terminal terminal(TerminalStyle style);

    /** Writes what went wrong as an error line, for a verb that goes on with other things; the code is what it means. */
    ExitCode report(RuntimeException failure);
}
