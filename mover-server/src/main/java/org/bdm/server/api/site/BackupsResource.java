package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.control.Page;
import org.bdm.core.control.site.BackupView;
import org.bdm.core.control.site.CreateBackup;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.message.ProblemText;
import org.bdm.server.site.access.Role;
import org.bdm.server.upkeep.BackupRun;
import org.bdm.server.upkeep.Backups;
import org.bdm.server.upkeep.StoredBackup;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Backups of an H2 catalog, made while the server runs. */
@RestController
@RequestMapping(RouteRoles.API + "/backups")
@Tag(name = "backups")
public class BackupsResource {
    private final Backups backups;

    BackupsResource(Backups backups) {
        this.backups = backups;
    }

    @PostMapping
    @Needs(Role.ADMIN)
    @Audited("began a backup")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(operationId = "createBackup", summary = "Begins a backup of the catalog; one at a time")
    BackupView create(@RequestBody CreateBackup wish) {
        return view(backups.begin(wish.name(), CallerAuthentication.current().owner()));
    }

    @GetMapping
    @Needs(Role.ADMIN)
    @Operation(
            operationId = "listBackups",
            summary = "Good backups, oldest first; then the last one if it failed, and the one that is being made")
    Page<BackupView> list() {
        return new Page<>(all(), null);
    }

    @GetMapping("/{backupName}")
    @Needs(Role.ADMIN)
    @Operation(operationId = "getBackup", summary = "One backup")
    BackupView one(@PathVariable String backupName) {
        return all().stream()
                .filter(backup -> backup.name().equals(backupName))
                .reduce((earlier, later) -> later)
                .orElseThrow(() ->
                        new MoverException(ErrorCode.NOT_FOUND, "there is no backup " + ProblemText.shown(backupName)));
    }

    private List<BackupView> all() {
        // The one that is being made is asked for first: it is never missing in between.
        List<BackupView> now = new ArrayList<>();
        backups.running().ifPresent(run -> now.add(view(run)));
        List<BackupView> all = new ArrayList<>(
                backups.all().stream().map(BackupsResource::view).toList());
        backups.lastFailure().ifPresent(run -> all.add(view(run)));
        all.addAll(now);
        return all;
    }

    private static BackupView view(StoredBackup backup) {
        return new BackupView(
                backup.name(),
                "GOOD",
                backup.beganAt(),
                backup.bytes(),
                backup.sha256(),
                backup.isChecked(),
                null,
                null,
                null);
    }

    private static BackupView view(BackupRun run) {
        MoverException failure = run.failure();
        if (failure == null) {
            return new BackupView(run.name(), "RUNNING", run.beganAt(), null, null, false, null, null, null);
        }
        return new BackupView(
                run.name(),
                "FAILED",
                run.beganAt(),
                null,
                null,
                false,
                failure.code().name(),
                ProblemText.shown(failure.detail()),
                failure.code().advice());
    }
}
