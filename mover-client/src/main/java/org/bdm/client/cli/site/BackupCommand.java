package org.bdm.client.cli.site;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.cli.verb.WorkProgress;
import org.bdm.client.cli.verb.WorkProgress.Amount;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.site.BackupView;
import org.bdm.core.control.site.CreateBackup;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Backs the catalog up, or lists its backups. */
@Command(
        name = "backup",
        footer = {"bdm-client backup", "bdm-client backup before-upgrade", "bdm-client backup --list"},
        description = {
            "Backs up the catalog of the running server.",
            "The server writes, checks and keeps the file; needs the role admin. Waits until the backup is good: exit code"
                    + " 8 if it failed. A catalog on PostgreSQL is backed up by its own means: UNSUPPORTED."
        })
public final class BackupCommand extends Verb {
    private static final Duration PAUSE = Duration.ofMillis(500);

    /** Verbs of other groups: whoever writes one of them wants no backup of that name. */
    private static final Set<String> VERBS =
            Set.of("create", "add", "show", "status", "check", "verify", "restore", "remove", "delete", "rm", "help");

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            description = "Name of the file in the server's directory of backups; default: by the time.")
    @Nullable String name;

    @Option(names = "--no-wait", description = "Do not wait until the backup is good.")
    boolean noWait;

    @Option(names = "--list", description = "List the backups instead of making one.")
    boolean list;

    @Override
    protected ExitCode run() {
        if (list || "list".equals(name) || "ls".equals(name)) return list();
        if (name != null && VERBS.contains(name))
            throw usage("a backup is not named '" + name
                    + "': 'bdm-client backup' makes one, 'bdm-client backup --list' lists"
                    + " them, and 'mover-server catalog restore FILE.zip --home DIR' restores one");
        BackupView backup = api().backups().begin(new CreateBackup(name));
        WorkProgress progress = new WorkProgress(this, "backup " + backup.name());
        if (!noWait && !json())
            terminal().message("backup " + backup.name() + " started; 'bdm-client backup --list' shows it");
        while (!noWait && backup.state().equals("RUNNING")) {
            progress.show(Amount.of(0, Objects.requireNonNullElse(backup.bytes(), 0L)));
            pacer().pause(PAUSE);
            backup = api().backups().backup(backup.name());
        }
        progress.end();
        shown(backup, this::told);
        return backup.state().equals("FAILED") ? ExitCode.REFUSED : ExitCode.DONE;
    }

    private void told(BackupView backup) {
        switch (backup.state()) {
            case "GOOD" -> {
                terminal().line(backup.name());
                terminal()
                        .message(size(backup)
                                + (backup.isChecked()
                                        ? ", checked"
                                        : ", not checked: larger than the setting" + " backup-check-max")
                                + ", SHA-256 " + backup.sha256());
            }
            case "RUNNING" -> {
                terminal().line(backup.name());
                terminal().message("is being made; see it with 'bdm-client backup --list'");
            }
            default -> {
                terminal().message(backup.code() + ": " + backup.detail());
                terminal().message(Objects.toString(backup.advice(), ""));
            }
        }
    }

    private static String size(BackupView backup) {
        return backup.bytes() == null ? "-" : ByteSize.text(backup.bytes());
    }

    private ExitCode list() {
        Table table = new Table("/BACKUP", "STATE", "SIZE", "CHECKED", "?CATALOG AS OF", "~SHA-256");
        return listed(
                table,
                api().backups().backups(),
                backup -> table.row(
                        backup.name(),
                        backup.state(),
                        size(backup),
                        backup.isChecked() ? "yes" : "no",
                        TimeText.moment(backup.beganAt(), zone()),
                        backup.sha256() == null ? Objects.toString(backup.detail(), "") : backup.sha256()));
    }
}
