package org.bdm.server.catalog.job;

import java.util.Objects;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.jspecify.annotations.Nullable;

/** An item with its place in the job. Immutable; many files share it, so its destination is read once. */
public final class NumberedItem {
    private final int number;
    private final SubmittedItem item;
    private volatile @Nullable Endpoint destination;

    /** @param number counted from 0, in the order of submission */
    public NumberedItem(int number, SubmittedItem item) {
        this.number = number;
        this.item = item;
    }

    /** Its place, counted from 0, in the order of submission. */
    public int number() {
        return number;
    }

    /** Returns the line as it was submitted. */
    public SubmittedItem item() {
        return item;
    }

    /** Returns from where it comes. */
    public ItemSource source() {
        return item.source();
    }

    /**
     * Returns the source as an endpoint.
     *
     * @throws IllegalStateException if it is not at one site
     */
    public Endpoint sourceAtSite() {
        if (item.source() instanceof ItemSource.AtSite at) return at.endpoint();
        throw new IllegalStateException("no one site has " + item.source());
    }

    /** The destination as an endpoint. */
    public Endpoint destination() {
        Endpoint known = destination;
        if (known == null) destination = known = Endpoint.parse(item.destination());
        return known;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NumberedItem that && number == that.number && item.equals(that.item);
    }

    @Override
    public int hashCode() {
        return Objects.hash(number, item);
    }

    @Override
    public String toString() {
        return "NumberedItem[" + number + ", " + item + "]";
    }
}
