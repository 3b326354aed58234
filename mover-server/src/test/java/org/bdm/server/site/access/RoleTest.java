package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which role may do what, and how roles are written. */
class RoleTest {
    @ParameterizedTest
    @CsvSource({
        "ADMIN, ADMIN OPERATOR SUBMITTER REQUESTER READER METRICS",
        "OPERATOR, OPERATOR SUBMITTER REQUESTER READER",
        "SUBMITTER, SUBMITTER REQUESTER",
        "REQUESTER, REQUESTER",
        "READER, READER",
        "METRICS, METRICS"
    })
    void includesExactlyTheseRoles(Role role, String included) {
        Set<Role> granted = EnumSet.noneOf(Role.class);
        for (Role needed : Role.values()) if (role.includes(needed)) granted.add(needed);
        assertThat(granted).extracting(Role::name).containsExactlyInAnyOrder(included.split(" "));
    }

    @ParameterizedTest
    @EnumSource
    void nameIsReadInAnyCase(Role role) {
        assertThat(Role.ofName(role.shown())).isEqualTo(role);
        assertThat(Role.ofName(role.name())).isEqualTo(role);
    }

    @Test
    void nameIsShownInLowerCase() {
        assertThat(Role.METRICS.shown()).isEqualTo("metrics");
    }

    @Test
    void unknownNameIsRefusedAndTheRolesAreListed() {
        assertThatThrownBy(() -> Role.ofName("root")).isInstanceOfSatisfying(MoverException.class, refusal -> {
            assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(refusal.detail()).contains("admin, operator, submitter, requester, reader, metrics");
        });
    }

    @Test
    void storedRolesAreReadBack() {
        Set<Role> roles = EnumSet.of(Role.METRICS, Role.READER);
        assertThat(Role.stored(roles)).isEqualTo("READER+METRICS");
        assertThat(Role.ofStored("READER+METRICS")).isEqualTo(roles);
    }

    @Test
    void storedRoleThatIsUnknownGivesNoRight() {
        assertThat(Role.ofStored("OWNER+READER+ADMINISTRATOR")).containsExactly(Role.READER);
        assertThat(Role.ofStored("")).isEmpty();
    }
}
