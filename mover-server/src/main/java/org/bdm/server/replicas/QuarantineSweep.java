package org.bdm.server.replicas;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.store.Quarantine;
import org.bdm.core.store.WritableStore;
import org.bdm.server.access.LocalExports;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.CopyTrial;
import org.bdm.server.catalog.Dispute;
import org.bdm.server.catalog.DisputeState;
import org.bdm.server.catalog.Durable;
import org.bdm.server.catalog.FileRow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the quarantine of each export when the service starts: a process may have died after it took bytes there and before it said so, or
 * after it wrote that they were rejected and before it deleted them. Belongs to one thread, which may block for as long as such a file is read.
 */
public final class QuarantineSweep implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(QuarantineSweep.class);
    private static final Pattern NAME = Pattern.compile("([1-9]\\d{0,17})-\\d+\\.part"); // as temporary files are named
    /** Of policies and of plans of removal, which know what is theirs: docs/purge.md. */
    private static final Pattern NOT_OF_DISPUTES = Pattern.compile("(holding|purge)-[1-9]\\d{0,18}(-.*)?");

    private static final long NUMBERS_OF_A_JOB = 1L << 27; // docs/catalog.md: jobs are counted from 1
    private static final String LEFT_OVER = "QUARANTINE_LEFTOVER";

    private final Catalog catalog;
    private final LocalExports exports;
    private final DisputedHoldings holdings;

    /** With its parts. */
    public QuarantineSweep(Catalog catalog, LocalExports exports, DisputedHoldings holdings) {
        this.catalog = catalog;
        this.exports = exports;
        this.holdings = holdings;
    }

    @Override
    public void run() {
        for (LocalExports.Export export : exports.all()) {
            if (export.isWritable() && export.store() instanceof WritableStore store) sweep(export, store.quarantine());
        }
    }

    private void sweep(LocalExports.Export export, Quarantine quarantine) {
        for (String name : quarantine.names()) {
            try {
                look(export, quarantine, name);
            } catch (MoverException e) {
                LOG.warn("{} in the quarantine of {} could not be looked at: {}", name, export.name(), e.sentence());
            }
        }
    }

    private void look(LocalExports.Export export, Quarantine quarantine, String name) {
        if (NOT_OF_DISPUTES.matcher(name).matches()) return;
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            leftOver(export, name, "its name is none of ours");
            return;
        }
        FileId file = new FileId(Long.parseLong(matcher.group(1)));
        if (file.number() < NUMBERS_OF_A_JOB) {
            leftOver(export, name, "no job has " + file);
            return;
        }
        Optional<Dispute> known = catalog.disputes().of(file);
        if (known.isEmpty()) {
            withoutDispute(export, quarantine, name, file);
        } else if (!name.equals(known.get().keptAs())) {
            leftOver(export, name, "dispute-" + known.get().number() + " keeps its bytes under another name");
        } else if (known.get().state() == DisputeState.REJECTED) {
            LOG.info("{} in the quarantine of {} was rejected and is deleted", name, export.name());
            quarantine.delete(name);
        }
    }

    /** The process died before the dispute was written; what was found of each copy was, before. */
    private void withoutDispute(LocalExports.Export export, Quarantine quarantine, String name, FileId file) {
        Optional<FileRow> row =
                catalog.files().find(file).filter(found -> !found.state().isFinal());
        if (row.isEmpty() || row.get().expected().isEmpty()) {
            leftOver(export, name, "no job waits for " + file);
            return;
        }
        Checksum published = row.get().expected().get(0);
        RunningDigest digest = RunningDigest.of(published.algorithm());
        AtomicLong size = new AtomicLong();
        quarantine.read(name, bytes -> {
            size.addAndGet(bytes.remaining());
            digest.update(bytes);
        });
        Checksum found = digest.finish();
        List<String> locations = catalog.copies().trials(file, file).stream()
                .filter(trial -> trial.found().equals(found))
                .map(CopyTrial::location)
                .toList();
        if (found.equals(published) || locations.isEmpty()) {
            leftOver(export, name, "it has " + found + ", which no copy is known to have given");
            return;
        }
        Dispute dispute = new Dispute(
                0,
                file,
                row.get().item().item().destination(),
                name,
                size.get(),
                row.get().status().version().modified(),
                row.get().expected(),
                found,
                locations,
                DisputeState.OPEN,
                Instant.EPOCH,
                null);
        holdings.opened(dispute);
        long number = Durable.await(catalog.disputes().open(dispute));
        LOG.warn("{} in the quarantine of {} has become dispute-{}", name, export.name(), number);
    }

    /** Nothing is deleted that nobody decided about: a person is told. */
    private void leftOver(LocalExports.Export export, String name, String why) {
        String text =
                "in the quarantine of export " + export.name() + " (" + export.directory() + "/.bdm/quarantine) is "
                        + name + ", which belongs to no dispute: " + why + "; look at it and delete it by hand";
        LOG.warn("{}", text);
        Durable.await(catalog.events().add(null, LEFT_OVER, text, "{}"));
    }
}
