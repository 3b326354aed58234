package org.bdm.server.attention;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.site.Acknowledgement;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.upkeep.Backups;
import org.jspecify.annotations.Nullable;

/**
 * The list of what needs a person, and the acknowledgements of it. An acknowledged item is left out of the list until its cause changes, is seen
 * anew, or the time of the acknowledgement is over. Any thread that may block.
 */
public final class Attention {
    /** The time that an acknowledgement holds without any setting. */
    public static final Duration KEPT_FOR = Duration.ofDays(90);

    private final Catalog catalog;
    private final AttentionItems items;
    private final AuditTrail audit;
    private final Duration keptFor;
    private final InstantSource clock;

    /**
     * With its parts.
     *
     * @param keptFor the longest time that an acknowledgement holds; zero: until the cause is gone
     */
    public Attention(Catalog catalog, Backups backups, AuditTrail audit, Duration keptFor, InstantSource clock) {
        this(catalog, backups, audit, keptFor, clock, null);
    }

    /**
     * The same, and with what is held at exports that no node of the site has.
     *
     * @param exports names of those that it has, asked for each list; null: not looked at
     */
    public Attention(
            Catalog catalog,
            Backups backups,
            AuditTrail audit,
            Duration keptFor,
            InstantSource clock,
            @Nullable Supplier<Set<ExportName>> exports) {
        this(catalog, backups, audit, keptFor, clock, exports, new LocalExports(List.of()));
    }

    /** The same, of a process with these exports of its own. */
    public Attention(
            Catalog catalog,
            Backups backups,
            AuditTrail audit,
            Duration keptFor,
            InstantSource clock,
            @Nullable Supplier<Set<ExportName>> exports,
            LocalExports own) {
        this.catalog = catalog;
        this.items = new AttentionItems(catalog, backups, clock, exports, own);
        this.audit = audit;
        this.keptFor = keptFor;
        this.clock = clock;
    }

    /**
     * Returns the items that are open, and behind them those that are acknowledged.
     *
     * @param owner only jobs of this owner; null: everything
     */
    public List<ListedItem> list(@Nullable String owner, boolean withAcknowledged) {
        Map<String, Acknowledgement> known = catalog.acknowledgements().all().stream()
                .collect(Collectors.toMap(Acknowledgement::item, Function.identity()));
        Instant now = clock.instant();
        Map<Boolean, List<ListedItem>> byOpen = items.all(owner).stream()
                .map(item -> listed(item, known.get(item.id()), now))
                .collect(Collectors.partitioningBy(ListedItem::isOpen));
        List<ListedItem> list = new ArrayList<>(byOpen.get(true));
        if (withAcknowledged) list.addAll(byOpen.get(false));
        return list;
    }

    /** Returns the number of open items by code. */
    public Map<String, Integer> openByCode() {
        return list(null, false).stream()
                .collect(Collectors.toMap(open -> open.item().cause().code(), open -> 1, Integer::sum));
    }

    private static ListedItem listed(AttentionItem item, @Nullable Acknowledgement known, Instant now) {
        return new ListedItem(item, known != null && holds(known, item, now) ? known : null);
    }

    /** True if nothing changed since a person looked, and the time is not over. */
    private static boolean holds(Acknowledgement known, AttentionItem item, Instant now) {
        return !isOver(known, now) && isSameCause(known, item);
    }

    private static boolean isOver(Acknowledgement known, Instant now) {
        return known.endsAt() != null && !now.isBefore(known.endsAt());
    }

    private static boolean isSameCause(Acknowledgement known, AttentionItem item) {
        return known.code().equals(item.cause().code())
                && !item.cause().lastAt().isAfter(known.causeAt());
    }

    /** Returns the item of this id, open or acknowledged; NOT_FOUND if nothing needs a person there. */
    public ListedItem find(String id) {
        AttentionItem item = items.find(id).orElseThrow(() -> nothing(id));
        Optional<Acknowledgement> known = catalog.acknowledgements().find(item.id());
        return listed(item, known.orElse(null), clock.instant());
    }

    private static MoverException nothing(String id) {
        return new MoverException(
                ErrorCode.NOT_FOUND,
                "nothing with the id '" + id + "' needs attention: it was settled, or the id is wrong");
    }

    /**
     * Puts an item away, durably and for all nodes. A second time replaces the first.
     *
     * @param until when it is shown again; null: when its cause changes or {@code keptFor} is over
     * @throws MoverException INVALID_REQUEST if {@code until} is not in the future
     */
    public ListedItem acknowledge(AttentionItem item, String by, @Nullable Instant until, String note) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        if (until != null && !until.isAfter(now)) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "until: " + until + " is not in the future");
        }
        Instant last = keptFor.isZero() ? null : now.plus(keptFor);
        Instant endsAt = until == null || (last != null && last.isBefore(until)) ? last : until;
        Acknowledgement made =
                new Acknowledgement(item.id(), item.cause().code(), item.cause().lastAt(), by, now, endsAt, note);
        return new ListedItem(item, Durable.await(catalog.acknowledgements().put(made)));
    }

    /** Shows an item again; without effect if it is not acknowledged. */
    public ListedItem reopen(AttentionItem item) {
        boolean unused = Durable.await(catalog.acknowledgements().remove(item.id()));
        return new ListedItem(item, null);
    }

    /** Tells what is new, and removes acknowledgements that no longer hold. */
    public void keepUp() {
        tell();
        removeEnded();
    }

    /** Tells what needs a person and was not told yet as an event, so that hooks hear of it once; jobs have events of their own. */
    public void tell() {
        Map<String, String> told = catalog.toldAttention().all();
        Set<String> settled = new HashSet<>(told.keySet());
        for (AttentionItem item : items.all(null)) {
            settled.remove(item.id());
            if (item.job() != null || item.cause().code().equals(told.get(item.id()))) continue;
            String text = item.id() + " needs a person: " + item.cause().text();
            Durable.await(catalog.events().add(null, "NEEDS_ATTENTION", text, "{}"));
            Durable.await(catalog.toldAttention().told(item.id(), item.cause().code()));
        }
        if (!settled.isEmpty()) Durable.await(catalog.toldAttention().forget(List.copyOf(settled)));
    }

    /** Removes acknowledgements that no longer hold: their item is gone, has another cause, or their time is over. */
    public void removeEnded() {
        for (Acknowledgement known : catalog.acknowledgements().all()) {
            if (Thread.currentThread().isInterrupted()) return;
            String why = ended(known);
            if (why.isEmpty() || !Durable.await(catalog.acknowledgements().remove(known))) continue;
            audit.note("upkeep", "ACKNOWLEDGEMENT_ENDED", known.item(), why, "", "acknowledged by " + known.by());
        }
    }

    /** A word for why it no longer holds; empty if it does. */
    private String ended(Acknowledgement known) {
        if (isOver(known, clock.instant())) return "EXPIRED";
        Optional<AttentionItem> item = items.find(known.item());
        if (item.isEmpty()) return "GONE";
        return isSameCause(known, item.get()) ? "" : "CHANGED";
    }
}
