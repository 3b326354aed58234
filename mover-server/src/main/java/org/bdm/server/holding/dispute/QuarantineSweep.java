package org.bdm.server.holding.dispute;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.store.Quarantine;
import org.bdm.core.store.WritableStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.dispute.Dispute;
import org.bdm.server.catalog.dispute.DisputeState;
import org.bdm.server.catalog.file.CopyTrial;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.site.access.LocalExports;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the quarantine of each export when the service starts: a process may have died after it took bytes there and before it said so, or
 * after it wrote that they were rejected and before it deleted them. Works once, on a thread of its own; what a stop leaves is looked at with
 * the next start.
 */
public final class QuarantineSweep implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(QuarantineSweep.class);
    private static final Pattern NAME = Pattern.compile("([1-9]\\d{0,17})-\\d+\\.part"); // as temporary files are named
    /** Of policies and of plans of removal, which know what is theirs: docs/purge.md. */
    private static final Pattern NOT_OF_DISPUTES = Pattern.compile("(holding|purge)-[1-9]\\d{0,18}(-.*)?");

    private static final long NUMBERS_OF_A_JOB = 1L << 27; // docs/catalog.md: jobs are counted from 1
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);
    private static final String LEFT_OVER = "QUARANTINE_LEFTOVER";

    private final Catalog catalog;
    private final LocalExports exports;
    private final DisputedHoldings holdings;
    private final Thread thread = new Thread(this::run, "quarantine-sweep");
    private volatile boolean isStopping;

    /** With its parts; nothing runs before {@link #start}. */
    public QuarantineSweep(Catalog catalog, LocalExports exports, DisputedHoldings holdings) {
        this.catalog = catalog;
        this.exports = exports;
        this.holdings = holdings;
    }

    /** Begins; returns when all was looked at, or after this long: one file may take long to read. */
    public void start(Duration patience) {
        thread.setDaemon(true);
        thread.start();
        join(patience);
    }

    /** Ends after what is being written, or within a piece of what is being read; afterwards nothing is written any more. */
    @Override
    public void close() {
        isStopping = true;
        join(STOP_PATIENCE);
        if (thread.isAlive()) LOG.warn("looking through the quarantine takes too long");
    }

    private void join(Duration patience) {
        try {
            thread.join(patience.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            for (LocalExports.Export export : exports.all()) {
                boolean hasQuarantine = export.isWritable() && export.store() instanceof WritableStore;
                if (hasQuarantine) sweep(export, ((WritableStore) export.store()).quarantine());
            }
        } catch (MoverException e) {
            LOG.warn("the quarantine could not be looked at: {}", e.sentence());
        } catch (RuntimeException | Error e) {
            LOG.error("looking through the quarantine failed", e);
        }
    }

    private void sweep(LocalExports.Export export, Quarantine quarantine) {
        for (String name : quarantine.names()) {
            if (isStopping) return;
            try {
                look(export, quarantine, name);
            } catch (MoverException e) {
                if (isStopping) return; // the next start looks again
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
        Optional<Checksum> deciding = row.flatMap(FileRow::deciding);
        if (row.isEmpty() || deciding.isEmpty()) {
            leftOver(export, name, "no job waits for " + file);
            return;
        }
        Checksum published = deciding.get();
        Content content = read(quarantine, name, published.algorithm());
        Checksum found = content.digest();
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
                content.size(),
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

    private record Content(Checksum digest, long size) {}

    private Content read(Quarantine quarantine, String name, ChecksumAlgorithm algorithm) {
        RunningDigest digest = RunningDigest.of(algorithm);
        AtomicLong size = new AtomicLong();
        quarantine.read(name, bytes -> {
            if (isStopping) throw new MoverException(ErrorCode.STOPPING, "the service is stopping");
            size.addAndGet(bytes.remaining());
            digest.update(bytes);
        });
        return new Content(digest.finish(), size.get());
    }

    /** Nothing is deleted that nobody decided about: a person is told. */
    private void leftOver(LocalExports.Export export, String name, String why) {
        String text =
                "in the quarantine of export " + export.name() + " (" + export.directory() + "/.bdm/quarantine) is "
                        + name + ", which belongs to no dispute: " + why + "; check it and delete it by hand";
        LOG.warn("{}", text);
        Durable.await(catalog.events().add(null, LEFT_OVER, text, "{}"));
    }
}
