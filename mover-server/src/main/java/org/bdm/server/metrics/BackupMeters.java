package org.bdm.server.metrics;

import java.time.Instant;
import java.util.Optional;
import org.bdm.server.upkeep.Backups;

/**
 * The backups of the catalog that this process makes.
 *
 * @param newest when the newest good one began; read from their directory
 */
record BackupMeters(Backups backups, Refreshed<Optional<Instant>> newest) implements MeterSource {
    @Override
    public void addTo(MeterSamples samples) {
        samples.add(DeclaredMeter.BACKUP_SCHEDULED, backups.isScheduled());
        samples.add(DeclaredMeter.BACKUP_FAILED, backups.lastFailure().isPresent());
        newest.value()
                .ifPresent(read -> samples.add(
                        DeclaredMeter.BACKUP_LAST_SUCCESS,
                        read.map(at -> at.toEpochMilli() / 1e3).orElse(0.0)));
    }
}
