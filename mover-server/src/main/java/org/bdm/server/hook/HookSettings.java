package org.bdm.server.hook;

import java.nio.file.Path;
import java.util.List;
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
 * @param off why nothing is delivered at all; empty: it is
 */
public record HookSettings(
        AddressGuard guard,
        Map<String, Path> programs,
        Path temporary,
        Optional<MailSettings> mail,
        Optional<String> off) {
    /** Copies the map. */
    public HookSettings {
        programs = Map.copyOf(programs);
    }

    /** Delivers as the first four say. */
    public HookSettings(AddressGuard guard, Map<String, Path> programs, Path temporary, Optional<MailSettings> mail) {
        this(guard, programs, temporary, mail, Optional.empty());
    }

    /** Delivers nothing, for this reason. */
    public static HookSettings off(Path temporary, String reason) {
        return new HookSettings(
                new AddressGuard(List.of()), Map.of(), temporary, Optional.empty(), Optional.of(reason));
    }
}
