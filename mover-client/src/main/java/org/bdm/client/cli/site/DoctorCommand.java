package org.bdm.client.cli.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Table;
import org.bdm.core.control.site.DoctorView;
import org.bdm.core.control.site.HostCheckView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks the machine of a server, or writes a support bundle. */
@Command(
        name = "doctor",
        footer = {"bdm-client doctor", "bdm-client doctor --bundle bundle.zip"},
        description = {
            "Checks the host of the server; writes support bundles.",
            "Network buffers, congestion control, MTU, clock, limits and file systems of the node that answers, with what"
                    + " to change; needs the role operator. Exit code 0 without a PROBLEM, else 1. Every node is checked at its"
                    + " own address (--server). --bundle instead writes what is needed to look into a defect, with secrets"
                    + " removed; needs the role admin."
        })
public final class DoctorCommand extends Verb {
    private static final String PROBLEM = "PROBLEM";
    private static final String OK = "OK";

    @Option(
            names = "--bundle",
            paramLabel = "FILE.zip",
            description = "Write a support bundle to this new file instead.")
    @Nullable Path bundle;

    @Override
    protected ExitCode run() {
        if (bundle != null) return bundle(bundle);
        DoctorView found = api().nodes().doctor().examine();
        if (json()) terminal().json(found);
        else show(found);
        return count(found, PROBLEM) == 0 ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }

    private void show(DoctorView found) {
        terminal()
                .line(found.node() + " of site " + found.site() + " (process " + found.host() + "), version "
                        + found.version());
        for (HostCheckView check : found.checks()) {
            if (check.verdict().equals(OK)) continue;
            terminal().line("");
            terminal().stateLine(check.verdict() + "  " + check.id() + ", " + check.subject());
            terminal().line("  found:  " + check.found());
            if (check.change() != null) terminal().line("  change: " + check.change());
        }
        Table good = new Table("OK", "/OF", "~FOUND");
        List<HostCheckView> checks = found.checks();
        checks.stream()
                .filter(check -> check.verdict().equals(OK))
                .forEach(check -> good.row(check.id(), check.subject(), check.found()));
        if (good.size() > 0) {
            terminal().line("");
            terminal().table(good);
        }
        terminal().line("");
        terminal().line(summary(found));
    }

    private static String summary(DoctorView found) {
        return Plural.of(count(found, PROBLEM), "problem") + ", " + count(found, "ADVICE") + " to improve, "
                + count(found, "UNKNOWN") + " unknown, " + count(found, OK) + " OK";
    }

    private static long count(DoctorView found, String verdict) {
        return found.checks().stream()
                .filter(check -> check.verdict().equals(verdict))
                .count();
    }

    private ExitCode bundle(Path file) {
        if (Files.exists(file)) throw usage(file + " already exists");
        try (InputStream archive = api().nodes().doctor().bundle()) {
            long bytes = copied(archive, file);
            if (json()) terminal().json(Map.of("file", file.toString(), "bytes", bytes));
            else terminal().line("wrote " + file + ", " + Plural.of(bytes, "byte"));
        } catch (FileAlreadyExistsException e) {
            throw usage(file + " already exists");
        } catch (IOException e) {
            throw usage("cannot write " + file + ": " + e.getMessage());
        }
        terminal()
                .message(
                        "Secrets were removed. It names hosts, users, directories and datasets: look through it before you"
                                + " send it.");
        return ExitCode.DONE;
    }

    /** For its owner only; nothing is left of a bundle that broke off. */
    private static long copied(InputStream archive, Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        boolean isWhole = false;
        try (OutputStream out = Channels.newOutputStream(channel)) {
            long bytes = archive.transferTo(out);
            isWhole = true;
            return bytes;
        } finally {
            if (!isWhole) Files.deleteIfExists(file);
        }
    }
}
