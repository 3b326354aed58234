package org.bdm.client.cli.site;

import java.time.Clock;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.MomentText;
import org.bdm.core.control.site.SetBan;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a ban, whatever is banned. */
final class BanOptions {
    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the next reader.")
    @Nullable String reason;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "When it ends by itself: 7d, 2026-12-01 or 2026-12-01T08:00Z.")
    @Nullable String until;

    /** The message; a time that is not understood is a usage error of the verb. */
    SetBan message(Verb verb, Clock clock) {
        try {
            return new SetBan(reason, until == null ? null : MomentText.future(until, clock));
        } catch (IllegalArgumentException e) {
            throw verb.usage("--until: " + e.getMessage());
        }
    }
}
