package org.bdm.server.hook;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.source.http.node.AddressGuard;

/**
 * The settings of the server that concern hooks.
 *
 * @param guard decides which web addresses may be called
 * @param programs the commands that hooks may name
 * @param temporary directory for the input and output of commands
 * @param mail empty: no e-mail is sent
 */
public record HookSettings(
        AddressGuard guard, Map<String, Path> programs, Path temporary, Optional<MailSettings> mail) {
    /** Copies the map. */
    public HookSettings {
        programs = Map.copyOf(programs);
    }
}
