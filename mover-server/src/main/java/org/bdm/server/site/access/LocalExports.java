package org.bdm.server.site.access;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.ReceivingStore;
import org.bdm.core.store.Store;
import org.bdm.core.store.WritableStore;
import org.bdm.server.catalog.node.NodeState;
import org.bdm.server.catalog.node.OfferedExport;
import org.bdm.server.catalog.node.SiteNode;
import org.jspecify.annotations.Nullable;

/** The exports of this site: those of this process, as they were given at start, and the names of those that only other nodes have. Safe on any thread. */
public final class LocalExports {
    private final Map<ExportName, Export> byName = new LinkedHashMap<>();
    private final Supplier<List<SiteNode>> otherNodes;
    private final Runnable lookAgain;
    private final Map<ExportName, Space> spaces;

    /** Of a site that is one process. Keeps the exports in this order; names are unique. */
    public LocalExports(Collection<Export> exports) {
        this(exports, List::of);
    }

    /** As the other, of a process with {@code otherNodes} beside it, as they are known now; asking for them does not block. */
    public LocalExports(Collection<Export> exports, Supplier<List<SiteNode>> otherNodes) {
        this(exports, otherNodes, () -> {}, Map.of());
    }

    /**
     * As the other.
     *
     * @param lookAgain makes {@code otherNodes} what they are now; may block
     * @param spaces of exports that only other nodes have, as far as they are known
     */
    public LocalExports(
            Collection<Export> exports,
            Supplier<List<SiteNode>> otherNodes,
            Runnable lookAgain,
            Map<ExportName, Space> spaces) {
        exports.forEach(export -> byName.put(export.name(), export));
        this.otherNodes = otherNodes;
        this.lookAgain = lookAgain;
        this.spaces = Map.copyOf(spaces);
    }

    /** The bytes of a file system. */
    public record Space(long free, long total) {}

    /** The space of an export that only other nodes have; empty where it is not known here. */
    public Optional<Space> spaceElsewhere(ExportName name) {
        return Optional.ofNullable(spaces.get(name));
    }

    /**
     * One export.
     *
     * @param directory the root, for operators
     * @param store reads it; a {@link ReceivingStore} if it is writable
     * @param problem why it is offered read-only though it was given as writable; null if it is offered as it was given
     */
    public record Export(
            ExportName name,
            String directory,
            Store store,
            @Nullable MoverException problem) {
        /** An export that is offered as it was given. */
        public Export(ExportName name, String directory, Store store) {
            this(name, directory, store, null);
        }

        /** True if files may be placed in it. */
        public boolean isWritable() {
            return store.abilities().writable();
        }
    }

    /** All of this process. */
    public Collection<Export> all() {
        return byName.values();
    }

    /** Names of the exports of all nodes of the site: those of this process first. */
    public Set<ExportName> names() {
        Set<ExportName> names = new LinkedHashSet<>(byName.keySet());
        elsewhere().keySet().forEach(names::add);
        return names;
    }

    /** True if this process has the export. */
    public boolean isHere(ExportName name) {
        return byName.containsKey(name);
    }

    /** True if a node of the site offers the export as writable. */
    public boolean isWritableAnywhere(ExportName name) {
        Export here = byName.get(name);
        return (here != null && here.isWritable()) || elsewhere().getOrDefault(name, false);
    }

    /** True if another node that is up offers the export. */
    public boolean isUpElsewhere(ExportName name) {
        return otherNodes.get().stream()
                .filter(node -> node.state() == NodeState.UP)
                .flatMap(node -> node.description().exports().stream())
                .anyMatch(offered -> isOf(offered, name));
    }

    /** The export of this name; EXPORT_ELSEWHERE if only other nodes have it, UNKNOWN_EXPORT if none has. */
    public Export find(ExportName name) {
        Export export = byName.get(name);
        if (export != null) return export;
        throw elsewhere().containsKey(name) ? elsewhere(name) : unknown(name);
    }

    /**
     * The directory of a writable export; EXPORT_ELSEWHERE also if only other nodes can write to it, EXPORT_READ_ONLY, UNSUPPORTED for a bucket,
     * and as {@link #find}.
     */
    public WritableStore writable(ExportName name) {
        if (receiving(name) instanceof WritableStore store) return store;
        throw new MoverException(
                ErrorCode.UNSUPPORTED,
                "export '" + name
                        + "' is a bucket, which has no quarantine: nothing in it is moved aside or linked; remove"
                        + " what is not wanted by a plan, 'bdm-client purge'");
    }

    /** The store of an export that jobs may place files in, directory or bucket; errors as {@link #writable}. */
    public ReceivingStore receiving(ExportName name) {
        Export export = find(name);
        if (export.isWritable() && export.store() instanceof ReceivingStore store) return store;
        throw isWritableElsewhereOnly(name) ? elsewhere(name) : readOnly(name);
    }

    /** True if other nodes can write to the export, and this process cannot. */
    public boolean isWritableElsewhereOnly(ExportName name) {
        Export here = byName.get(name);
        return (here == null || !here.isWritable()) && elsewhere().getOrDefault(name, false);
    }

    /**
     * Finds who can work with all of these directories; names that no node has any more do not count.
     *
     * @param toWrite whether writing is needed, as far as any node can
     * @return the number of another node that is up; empty if it is this process
     * @throws MoverException EXPORT_ELSEWHERE if no node that is up has all of them
     */
    public OptionalLong otherNodeWith(Collection<ExportName> names, boolean toWrite) {
        List<ExportName> known = names.stream().filter(names()::contains).toList();
        List<ExportName> missing = known.stream()
                .filter(name -> !isHere(name) || (toWrite && isWritableElsewhereOnly(name)))
                .toList();
        if (missing.isEmpty()) return OptionalLong.empty();
        OptionalLong other = otherNodes.get().stream()
                .filter(node -> node.state() == NodeState.UP)
                .filter(node -> known.stream().allMatch(name -> has(node, name, toWrite && isWritableAnywhere(name))))
                .mapToLong(SiteNode::number)
                .findFirst();
        if (other.isEmpty()) throw elsewhere(missing.get(0));
        return other;
    }

    private static boolean has(SiteNode node, ExportName name, boolean toWrite) {
        return node.description().exports().stream()
                .anyMatch(offered -> isOf(offered, name) && (offered.isWritable() || !toWrite));
    }

    /** Refuses a name that no node of the site has: UNKNOWN_EXPORT. Looks again before it refuses, which may block: a node may have started since. */
    public void require(ExportName name) {
        if (!names().contains(name)) lookAgain.run();
        requireKnown(name);
    }

    /** Refuses a name that no node of the site had at the last look: UNKNOWN_EXPORT. Does not block. */
    public void requireKnown(ExportName name) {
        if (!names().contains(name)) throw unknown(name);
    }

    /** Refuses a name to which no node of the site can write: UNKNOWN_EXPORT, or EXPORT_READ_ONLY. Looks again as {@link #require}. */
    public void requireWritable(ExportName name) {
        if (!isWritableAnywhere(name)) lookAgain.run();
        requireKnown(name);
        if (!isWritableAnywhere(name)) throw readOnly(name);
    }

    private static MoverException unknown(ExportName name) {
        return new MoverException(ErrorCode.UNKNOWN_EXPORT, "this site has no export '" + name + "'");
    }

    private MoverException readOnly(ExportName name) {
        Export here = byName.get(name);
        MoverException problem = here == null ? null : here.problem();
        String why = problem == null ? "" : ": " + problem.detail();
        return new MoverException(ErrorCode.EXPORT_READ_ONLY, "export '" + name + "' is offered read-only" + why);
    }

    private MoverException elsewhere(ExportName name) {
        List<String> nodes = new ArrayList<>();
        for (SiteNode node : otherNodes.get()) {
            if (has(node, name, byName.containsKey(name))) nodes.add(shown(node));
        }
        return new MoverException(
                ErrorCode.EXPORT_ELSEWHERE,
                "export '" + name + "' is " + (byName.containsKey(name) ? "only read by" : "not at")
                        + " this process; it is at " + String.join(", ", nodes));
    }

    private static String shown(SiteNode node) {
        String url = node.description().controlUrl();
        return "node-" + node.number() + " (" + node.state() + (url == null ? "" : ", " + url) + ")";
    }

    private static boolean isOf(OfferedExport offered, ExportName name) {
        return offered.export().equals(name.value());
    }

    /** Exports of other nodes, with whether one of them can write there. */
    private Map<ExportName, Boolean> elsewhere() {
        return otherNodes.get().stream()
                .flatMap(node -> node.description().exports().stream())
                .collect(Collectors.toMap(
                        offered -> new ExportName(offered.export()),
                        OfferedExport::isWritable,
                        Boolean::logicalOr,
                        LinkedHashMap::new));
    }
}
