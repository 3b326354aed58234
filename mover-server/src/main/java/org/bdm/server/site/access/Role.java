package org.bdm.server.site.access;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** The permission of a token's holder; the catalog keeps the names, and users see them in lower case. */
public enum Role {
    /** Everything, pairing and tokens among it. */
    ADMIN,
    /** Submit and steer jobs, and what a reader may. */
    OPERATOR,
    /** Submit jobs, and see and steer nothing but the own ones; what a requester may. */
    SUBMITTER,
    /** Import lists and ask for their replication; see nothing but the own ones. */
    REQUESTER,
    /** Look at jobs, sites and exports. */
    READER,
    /** Scrape the metrics; nothing else. */
    METRICS;

    /** True if the holder of this role may do what {@code needed} may. */
    public boolean includes(Role needed) {
        return switch (this) {
            case ADMIN -> true;
            case OPERATOR -> needed == OPERATOR || needed == SUBMITTER || needed == REQUESTER || needed == READER;
            case SUBMITTER -> needed == SUBMITTER || needed == REQUESTER;
            case REQUESTER -> needed == REQUESTER;
            case READER -> needed == READER;
            case METRICS -> needed == METRICS;
        };
    }

    /** The name that users write. */
    public String shown() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads the name that users write, in any case.
     *
     * @throws MoverException INVALID_REQUEST naming the roles there are
     */
    public static Role ofName(String name) {
        return Arrays.stream(values())
                .filter(role -> role.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new MoverException(
                        ErrorCode.INVALID_REQUEST,
                        "there is no such role; the roles are "
                                + Arrays.stream(values()).map(Role::shown).collect(Collectors.joining(", "))));
    }

    /** The form in the catalog: names joined by '+'. */
    static String stored(Set<Role> roles) {
        return roles.stream().sorted().map(Role::name).collect(Collectors.joining("+"));
    }

    /** Reads {@link #stored}; what a newer version wrote and this one does not know gives no right. */
    static Set<Role> ofStored(String stored) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (String name : stored.split("\\+")) {
            for (Role role : values()) if (role.name().equals(name)) roles.add(role);
        }
        return roles;
    }
}
