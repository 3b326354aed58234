package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.NodeId;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.StoreAbilities;
import org.bdm.server.catalog.node.NodeDescription;
import org.bdm.server.catalog.node.NodeState;
import org.bdm.server.catalog.node.OfferedExport;
import org.bdm.server.catalog.node.SiteNode;
import org.junit.jupiter.api.Test;

class LocalExportsTest {
    private static final ExportName HERE = new ExportName("here");
    private static final ExportName SHARED = new ExportName("shared");
    private static final ExportName READ = new ExportName("read");
    private static final ExportName NONE = new ExportName("none");

    private final LocalExports exports = new LocalExports(
            List.of(new LocalExports.Export(HERE, "memory", new MemoryStore())),
            () -> List.of(
                    node(2, NodeState.LOST, "shared:rw", "read:ro"),
                    node(3, NodeState.UP, "shared:rw"),
                    node(4, NodeState.UP, "read:ro")));

    private static SiteNode node(long number, NodeState state, String... offered) {
        List<OfferedExport> all = Arrays.stream(offered)
                .map(text -> text.split(":"))
                .map(parts -> new OfferedExport(parts[0], "0".repeat(32), parts[1].equals("rw")))
                .toList();
        NodeDescription description =
                new NodeDescription("process " + number, "1", true, true, "https://node" + number + ":8470", null, all);
        NodeId id = new NodeId(String.valueOf(number).repeat(64));
        return new SiteNode(number, id, 1, state, Instant.EPOCH, Instant.EPOCH, description);
    }

    private static void refused(ErrorCode code, String text, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(text);
    }

    @Test
    void whatOnlyOtherNodesHaveIsRefusedWithTheirNames() {
        assertThat(exports.find(HERE).isWritable()).isTrue();
        refused(ErrorCode.UNKNOWN_EXPORT, "none", () -> exports.find(NONE));
        refused(
                ErrorCode.EXPORT_ELSEWHERE,
                "it is at node-2 (LOST, https://node2:8470), node-3 (UP, https://node3:8470)",
                () -> exports.writable(SHARED));
    }

    @Test
    void namesOfAllNodesAreKnown() {
        assertThat(exports.names()).containsExactlyInAnyOrder(HERE, SHARED, READ);
        exports.requireWritable(SHARED);
        refused(ErrorCode.EXPORT_READ_ONLY, "read", () -> exports.requireWritable(READ));
        refused(ErrorCode.UNKNOWN_EXPORT, "none", () -> exports.requireWritable(NONE));
        assertThat(exports.isUpElsewhere(SHARED)).isTrue();
        assertThat(exports.isUpElsewhere(HERE)).isFalse();
    }

    @Test
    void workIsForANodeThatIsUpAndHasAllOfTheExports() {
        assertThat(exports.otherNodeWith(Set.of(HERE), true)).isEmpty();
        assertThat(exports.otherNodeWith(Set.of(NONE), true)).isEmpty();
        assertThat(exports.otherNodeWith(Set.of(SHARED), true)).isEqualTo(OptionalLong.of(3));
        refused(ErrorCode.EXPORT_ELSEWHERE, "node-", () -> exports.otherNodeWith(Set.of(SHARED, READ), false));
    }

    @Test
    void exportThatIsOnlyReadHereIsWrittenByAnotherNode() {
        MemoryStore store = new MemoryStore();
        store.abilities(new StoreAbilities(false, false, false));
        LocalExports reading = new LocalExports(
                List.of(new LocalExports.Export(SHARED, "memory", store)),
                () -> List.of(node(3, NodeState.UP, "shared:rw")));
        assertThat(reading.otherNodeWith(Set.of(SHARED), false)).isEmpty();
        assertThat(reading.otherNodeWith(Set.of(SHARED), true)).isEqualTo(OptionalLong.of(3));
        refused(
                ErrorCode.EXPORT_ELSEWHERE,
                "only read by this process; it is at node-3",
                () -> reading.writable(SHARED));
    }

    @Test
    void anExportOfANodeThatHasJustStartedIsFoundByLookingAgain() {
        assertThatCode(() -> knowing().require(SHARED)).doesNotThrowAnyException();
        assertThatCode(() -> knowing().requireWritable(SHARED)).doesNotThrowAnyException();
        refused(ErrorCode.UNKNOWN_EXPORT, "none", () -> knowing().require(NONE));
        refused(ErrorCode.UNKNOWN_EXPORT, "none", () -> knowing().requireWritable(NONE));
        refused(ErrorCode.UNKNOWN_EXPORT, "shared", () -> knowing().requireKnown(SHARED));
    }

    @Test
    void anExportThatWasReadOnlyIsWritableOnceANodeThatWritesHasStarted() {
        LocalExports exports = knowing(node(4, NodeState.UP, "shared:ro"));
        assertThatCode(() -> exports.requireWritable(SHARED)).doesNotThrowAnyException();
    }

    /** Exports of a process that knew these nodes at its last look, after which node 3 has started. */
    private static LocalExports knowing(SiteNode... nodes) {
        AtomicReference<List<SiteNode>> known = new AtomicReference<>(List.of(nodes));
        List<SiteNode> now = List.of(node(3, NodeState.UP, "shared:rw"));
        return new LocalExports(List.of(), known::get, () -> known.set(now), Map.of());
    }
}
