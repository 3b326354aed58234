package org.bdm.client.cli.site;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
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
        footer = {
            "bdm-client audit --who ann --action cancel --since 7d",
            "bdm-client audit --object job-7",
            "bdm-client audit verify"
        },
        description = {
            "Shows or verifies the audit log.",
            "Lists who changed what, newest first; needs the role admin. 'audit verify' instead compares the whole log with"
                    + " its chain and the signatures of the node: exit code 0 if nothing is missing or changed, else 1."
        })
public final class AuditCommand extends Verb {
    @Option(
            names = {"--who", "--actor"},
            paramLabel = "NAME",
            description = "Only lines of this token owner, or of e.g. 'site dkrz', 'node-1'.")
    @Nullable String who;

    @Option(names = "--action", paramLabel = "TEXT", description = "Only actions with this text, e.g. cancel, REFUSED.")
    @Nullable String action;

    @Option(
            names = {"--object", "--target"},
            paramLabel = "TEXT",
            description = "Only lines about this, e.g. job-7, a site, a token.")
    @Nullable String object;

    @Option(names = "--result", paramLabel = "RESULT", description = "Only this result: an HTTP status or error code.")
    @Nullable String result;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Only lines of this time (RFC 3339, a day, or e.g. 7d ago) and later.")
    @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Only lines before this time.")
    @Nullable String until;

    @Option(names = "--limit", paramLabel = "N", description = "Stop after N lines; default: all.")
    long limit = Long.MAX_VALUE;

    @Option(names = "--verify", description = "The same as 'audit verify'.")
    boolean verify;

    @Override
    protected ExitCode run() {
        if (verify) return verify();
        AuditSelection wanted = new AuditSelection(who, action, object, result, pastMoment(since), pastMoment(until));
        if (!json()) terminal().heading(String.format(Locale.ROOT, "%-19s  %-12s  WHAT", "TIME", "WHO"));
        print(new Limited<>(api().auditLog().lines(wanted), limit), this::line);
        return ExitCode.DONE;
    }

    private void line(AuditLineView line) {
        String text = line.text();
        String said = text.isEmpty() ? line.action() + "  " + line.object() + "  " + line.detail() : text;
        String head = String.format(Locale.ROOT, "%s  %-12s  ", TimeText.moment(line.at(), zone()), line.who());
        String from = terminal().style().listColumns() > 0 ? "" : "  " + line.result() + "  " + line.address();
        terminal().sentence(head, said.strip() + from);
    }

    @Command(
            name = "verify",
            footer = "bdm-client audit verify",
            description = {
                "Verifies the audit log.",
                "Compares every line with the chain of SHA-256 and with the signatures of the node. Exit code 0 if nothing is"
                        + " missing or changed, else 1."
            })
    ExitCode verify() {
        AuditCheckView whole = step(null);
        while (whole.nextCursor() != null) {
            terminal().message("verified " + whole.checkedLine() + " of " + Plural.of(whole.lines(), "line"));
            whole = joined(whole, step(whole.nextCursor()));
        }
        if (json()) terminal().json(whole);
        else told(whole);
        return whole.intact() ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }

    private AuditCheckView step(@Nullable String cursor) {
        return api().auditLog().check(cursor);
    }

    private static AuditCheckView joined(AuditCheckView before, AuditCheckView next) {
        List<String> troubles = new ArrayList<>(before.troubles());
        troubles.addAll(next.troubles());
        boolean isNewer = next.sealedLine() > before.sealedLine();
        Long broken = before.brokenLine();
        if (broken == null || (next.brokenLine() != null && next.brokenLine() < broken)) broken = next.brokenLine();
        return new AuditCheckView(
                before.intact() && next.intact(),
                next.lines(),
                next.checkedLine(),
                before.seals() + next.seals(),
                isNewer ? next.sealedLine() : before.sealedLine(),
                isNewer ? next.sealedAt() : before.sealedAt(),
                broken,
                troubles,
                next.nextCursor());
    }

    private void told(AuditCheckView check) {
        check.troubles().forEach(terminal()::line);
        Instant sealed = check.sealedAt();
        String seals = Plural.of(check.seals(), "signature")
                + (sealed == null
                        ? ", none of them right"
                        : ", the last right one of " + TimeText.moment(sealed, zone()) + " over line "
                                + check.sealedLine());
        String found = check.intact() ? "nothing is missing or changed" : "NOT INTACT" + from(check.brokenLine());
        terminal().line(Plural.of(check.lines(), "line") + "; " + (check.seals() == 0 ? "no signature yet" : seals));
        terminal().line(found);
        if (check.intact()) return;
        terminal()
                .line(
                        "Keep the catalog, its backups and HOME/audit-seals as they are. Compare with the last backup from"
                                + " before the loss, and find out who can write to the database. After a restore from an older backup"
                                + " the missing lines are those of the time in between.");
    }

    private static String from(@Nullable Long line) {
        if (line == null) return "";
        return line <= 1 ? " from the first line on" : " from line " + line + " on; lines 1 to " + (line - 1) + " fit";
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
