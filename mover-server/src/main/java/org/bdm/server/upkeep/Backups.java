package org.bdm.server.upkeep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.tools.CatalogCheck;
import org.bdm.server.catalog.tools.OnlineBackup;
import org.bdm.server.site.access.AuditTrail;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes backups of the catalog while it is in use: when a person asks, and by a schedule. One at a time, on a thread of its own, which nobody
 * interrupts. A backup gets its name when it is whole, on stable storage, and was checked; only then an older one is removed. Any thread.
 */
public final class Backups implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Backups.class);
    private static final String SCHEDULED = "scheduled-";
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final Duration AFTER_A_FAILURE = Duration.ofHours(1);
    private static final long SPARE_BYTES = 64L << 20;
    private static final long END_SECONDS_MAX = 5;

    private final Catalog catalog;
    private final BackupSettings settings;
    private final BackupFiles files;
    private final AuditTrail audit;
    private final InstantSource clock;
    private final AtomicReference<@Nullable BackupRun> running = new AtomicReference<>();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread made = new Thread(task, "backup");
        made.setDaemon(true);
        return made;
    });
    private volatile @Nullable BackupRun lastFailure;
    private volatile @Nullable Instant lastScheduled; // the last attempt of this process
    private volatile boolean isStopping;
    private boolean isSwept; // the thread of the schedule

    /** With its parts; nothing is made or removed before it is asked for or due. */
    public Backups(Catalog catalog, BackupSettings settings, AuditTrail audit, InstantSource clock) {
        this.catalog = catalog;
        this.settings = settings;
        this.files = new BackupFiles(settings.directory());
        this.audit = audit;
        this.clock = clock;
    }

    /**
     * Begins a backup that a person asked for.
     *
     * @param name of the file; null: by the time
     * @throws MoverException UNSUPPORTED for PostgreSQL; INVALID_REQUEST for a name that is taken or no plain name; TOO_MANY_REQUESTS while
     *     another backup is made; BACKUP_FAILED if there is not enough room
     */
    public BackupRun begin(@Nullable String name, String actor) {
        if (name != null && name.startsWith(SCHEDULED)) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "names that begin with '" + SCHEDULED + "' are those of the schedule; choose another one");
        }
        return begin(name == null ? "catalog-" : "", name, actor);
    }

    /** Begins one if the schedule wants it. The first pass removes what a process that was killed left unfinished. One thread. */
    public void pass() {
        sweepOnce();
        Instant now = clock.instant();
        if (!settings.isScheduled() || running.get() != null) return;
        Instant tried = lastScheduled;
        if (tried != null && now.isBefore(tried.plus(AFTER_A_FAILURE)) && lastFailure != null) return;
        if (!settings.isDue(lastGoodOfSchedule(), now)) return;
        lastScheduled = now;
        try {
            begin(SCHEDULED, null, "schedule");
        } catch (MoverException e) {
            lastFailure = new BackupRun(SCHEDULED + STAMP.format(now), now, e);
            LOG.warn("no backup of the catalog was made: {}", e.sentence());
        }
    }

    private void sweepOnce() {
        if (isSwept || !Files.isDirectory(files.directory())) return;
        BackupRun sweep = new BackupRun("", clock.instant(), null);
        if (!running.compareAndSet(null, sweep)) return; // a backup begins, which sweeps as well
        try {
            files.prepare();
            isSwept = true;
        } catch (IOException e) {
            LOG.warn("unfinished backups in {} cannot be removed: {}", files.directory(), e.toString());
        } finally {
            running.set(null);
        }
    }

    private @Nullable Instant lastGoodOfSchedule() {
        return all().stream()
                .filter(backup -> backup.name().startsWith(SCHEDULED))
                .reduce((older, newer) -> newer)
                .map(StoredBackup::beganAt)
                .orElse(null);
    }

    private BackupRun begin(String prefix, @Nullable String given, String actor) {
        OnlineBackup source = catalog.onlineBackup();
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        String name = BackupFiles.named(given == null ? prefix + STAMP.format(now) : given);
        BackupRun run = new BackupRun(name, now, null);
        if (!running.compareAndSet(null, run)) {
            BackupRun other = running.get();
            throw new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS,
                    "a backup is being made already" + (other == null ? "" : ": " + other.name()));
        }
        boolean isBegun = false;
        try {
            files.prepare();
            if (files.isThere(name)) {
                throw new MoverException(
                        ErrorCode.INVALID_REQUEST, "there is a backup " + name + " already; choose another name");
            }
            refuseWithoutRoom(source.catalogBytes());
            thread.execute(() -> make(run, source, actor));
            isBegun = true;
            return run;
        } catch (IOException e) {
            throw failed("the directory " + files.directory() + " cannot be used: " + e, e);
        } finally {
            if (!isBegun) running.set(null);
        }
    }

    private boolean isToBeChecked(long catalogBytes) {
        return catalogBytes <= settings.checkBytesMax();
    }

    private void refuseWithoutRoom(long catalogBytes) throws IOException {
        long needed = catalogBytes * (isToBeChecked(catalogBytes) ? 2 : 1) + SPARE_BYTES;
        long free = files.freeBytes();
        if (free >= needed) return;
        throw failed(
                files.directory() + " has " + (free >> 20) + " MiB free, and a backup may need " + (needed >> 20)
                        + " MiB while it is made and checked",
                null);
    }

    private static MoverException failed(String why, @Nullable Throwable cause) {
        return new MoverException(ErrorCode.BACKUP_FAILED, why, cause);
    }

    private void make(BackupRun run, OnlineBackup source, String actor) {
        try {
            StoredBackup made = made(run, source);
            files.publish(made);
            lastFailure = null;
            LOG.info("backup {} is good: {} bytes, SHA-256 {}", made.name(), made.bytes(), made.sha256());
            audit.note(actor, "BACKUP", run.name(), "OK", "", "sha256 " + made.sha256());
            removeOld();
        } catch (MoverException e) {
            failed(run, actor, e);
        } catch (IOException | RuntimeException e) {
            failed(run, actor, failed("the backup " + run.name() + " failed: " + e, e));
        } finally {
            running.set(null);
        }
    }

    private void failed(BackupRun run, String actor, MoverException reason) {
        lastFailure = run.failed(reason);
        if (isStopping) return; // the next start removes what is left
        LOG.error("no backup of the catalog was made: {}", reason.sentence(), reason);
        audit.note(actor, "BACKUP", run.name(), reason.code().name(), "", reason.detail());
        try {
            files.prepare();
        } catch (IOException e) {
            LOG.warn("what is left of backup {} cannot be removed: {}", run.name(), e.toString());
        }
    }

    private StoredBackup made(BackupRun run, OnlineBackup source) throws IOException {
        Path part = files.part(run.name());
        OnlineBackup.Copied copied = source.copy(part, () -> isStopping);
        boolean isChecked = isToBeChecked(source.catalogBytes());
        long rows = isChecked ? check(run.name(), part, source) : 0;
        return new StoredBackup(run.name(), copied.bytes(), copied.sha256(), run.beganAt(), isChecked, rows);
    }

    private long check(String name, Path part, OnlineBackup source) throws IOException {
        Path scratch = files.makeScratch(name);
        CatalogCheck.Findings findings = source.check(part, scratch);
        files.removeScratch(scratch);
        if (findings.problems().isEmpty()) return findings.rows();
        throw failed("the copy has faults: " + String.join("; ", findings.problems()), null);
    }

    private void removeOld() {
        List<StoredBackup> scheduled = all().stream()
                .filter(backup -> backup.name().startsWith(SCHEDULED))
                .toList();
        try {
            for (int i = 0; i < scheduled.size() - settings.keep(); i++) {
                files.remove(scheduled.get(i).name());
                LOG.info("removed the old backup {}", scheduled.get(i).name());
            }
        } catch (IOException e) {
            LOG.warn("an old backup cannot be removed: {}", e.toString());
        }
    }

    /** True if backups are made without being asked for. */
    public boolean isScheduled() {
        return settings.isScheduled();
    }

    /** The good backups, oldest first. */
    public List<StoredBackup> all() {
        try {
            return files.all();
        } catch (IOException e) {
            throw failed("the directory " + files.directory() + " cannot be read: " + e, e);
        }
    }

    /** Returns the backup that is being made. */
    public Optional<BackupRun> running() {
        return Optional.ofNullable(running.get()).filter(run -> !run.name().isEmpty());
    }

    /** Returns the last backup if it failed. */
    public Optional<BackupRun> lastFailure() {
        return Optional.ofNullable(lastFailure);
    }

    /** Gives up a copy that is being made. */
    @Override
    public void close() {
        isStopping = true;
        thread.shutdown();
        try {
            boolean isOver = thread.awaitTermination(END_SECONDS_MAX, TimeUnit.SECONDS);
            if (!isOver) LOG.info("the check of a backup is given up");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
