package org.bdm.client.cli.site;

import java.util.Iterator;
import org.bdm.client.AuditSelection;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.Plural;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.site.AuditCheckView;
import org.bdm.core.control.site.AuditLineView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows or verifies the audit log. */
@Command(
        name = "audit",
        footer = {"bdm-client audit --who ann --action cancel --since 2026-01-31T00:00:00Z", "bdm-client audit --verify"
        },
        description = {
            "Shows or verifies the audit log.",
            "Lists who changed what, newest first; needs the role admin. --verify instead compares the whole log with"
                    + " its chain and the signatures of the node: exit code 0 if nothing is missing or changed, else 1."
        })
public final class AuditCommand extends Verb {
    @Option(names = "--who", paramLabel = "NAME", description = "Only lines of this token owner.")
    @Nullable String who;

    @Option(names = "--action", paramLabel = "TEXT", description = "Only actions with this text, e.g. cancel, REFUSED.")
    @Nullable String action;

    @Option(names = "--object", paramLabel = "TEXT", description = "Only objects with this text, e.g. job-7.")
    @Nullable String object;

    @Option(names = "--result", paramLabel = "RESULT", description = "Only this result: an HTTP status or error code.")
    @Nullable String result;

    @Option(names = "--since", paramLabel = "TIME", description = "Only lines of this moment (RFC 3339) and later.")
    @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Only lines before this moment (RFC 3339).")
    @Nullable String until;

    @Option(names = "--limit", paramLabel = "N", description = "Stop after N lines; default: all.")
    long limit = Long.MAX_VALUE;

    @Option(names = "--verify", description = "Verify the log instead of listing it.")
    boolean verify;

    @Override
    protected ExitCode run() {
        if (verify) return verified();
        Iterator<AuditLineView> lines =
                api().auditLog().lines(new AuditSelection(who, action, object, result, since, until));
        print(new Limited<>(lines, limit), this::line);
        return ExitCode.DONE;
    }

    private ExitCode verified() {
        AuditCheckView check = api().auditLog().check();
        if (json()) {
            terminal().json(check);
        } else {
            check.troubles().forEach(terminal()::line);
            terminal()
                    .line(Plural.of(check.lines(), "line") + ", signed up to line " + check.sealedLine()
                            + " (signatures: "
                            + check.seals() + "): "
                            + (check.intact() ? "nothing is missing or changed" : "not intact"));
        }
        return check.intact() ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }

    private void line(AuditLineView line) {
        terminal()
                .line(TimeText.moment(line.at(), zone()) + "  " + line.who() + "  " + line.action() + "  "
                        + line.object() + "  " + line.result() + "  " + line.address()
                        + (line.detail().isEmpty() ? "" : "  " + line.detail()));
    }

    /** The first of them. */
    private static final class Limited<T> implements Iterator<T> {
        private final Iterator<T> all;
        private long left;

        Limited(Iterator<T> all, long left) {
            this.all = all;
            this.left = left;
        }

        @Override
        public boolean hasNext() {
            return left > 0 && all.hasNext();
        }

        @Override
        public T next() {
            left--;
            return all.next();
        }
    }
}
