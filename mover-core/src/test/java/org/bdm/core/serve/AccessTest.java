package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;

/** Only what lies below a granted prefix is handed out, and nothing tells whether the rest exists. */
class AccessTest {
    private final MemoryStore store = new MemoryStore();
    private final Access access = new Access(
            new SiteName("b"),
            Map.of("data", new Access.Readable(store, List.of(path("granted"), path("one/file")))),
            new Access.Limits(2, Access.Limits.ANY_BYTES),
            Instant.EPOCH);

    private static StorePath path(String path) {
        return StorePath.ofUtf8(path);
    }

    private static void assertNotAllowed(ThrowingCallable call) {
        assertThatExceptionOfType(MoverException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_ALLOWED));
    }

    @Test
    void pathsBelowAPrefixAreReadNameByName() {
        assertThat(access.store("data", path("granted"))).isSameAs(store);
        assertThat(access.store("data", path("granted/below"))).isSameAs(store);
        assertThat(access.store("data", path("one/file"))).isSameAs(store);
        assertNotAllowed(() -> access.store("data", path("granted-not")));
        assertNotAllowed(() -> access.store("data", path("one")));
        assertNotAllowed(() -> access.store("data", StorePath.ROOT));
    }

    @Test
    void exportThatWasNotGrantedIsRefusedAsOneThatDoesNotExist() {
        assertNotAllowed(() -> access.export("secret"));
        assertNotAllowed(() -> access.store("secret", path("granted")));
    }

    @Test
    void followingLinksGrantsNoOtherPaths() {
        StoreContent.put(store, "granted/x", new byte[3]);
        Access following = access.following();
        assertThat(following
                        .store("data", path("granted/x"))
                        .status(path("granted/x"))
                        .orElseThrow()
                        .version()
                        .size())
                .isEqualTo(3);
        assertNotAllowed(() -> following.store("data", path("one")));
        assertThat(following.issuer()).isEqualTo(access.issuer());
        assertThat(following.limits()).isEqualTo(access.limits());
        assertThat(following.expires()).isEqualTo(access.expires());
    }

    @Test
    void deniedStoreRefusesEverything() {
        DeniedStore denied = new DeniedStore("data");
        assertNotAllowed(() -> denied.status(path("x")));
        assertNotAllowed(() -> denied.list(path("x"), null, 10));
        assertNotAllowed(() -> denied.open(path("x")));
        assertThat(denied.freeBytes()).isZero();
        assertThat(denied.abilities()).isEqualTo(new StoreAbilities(false, false, false));
    }
}
