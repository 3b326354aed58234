package org.bdm.server.catalog.job;

import java.util.Objects;
import org.bdm.core.transfer.Endpoint;
import org.jspecify.annotations.Nullable;

/** An item with its place in the job. Immutable; many files share it, so its endpoints are read once. */
public final class NumberedItem {
    private final int number;
    private final SubmittedItem item;
    private volatile @Nullable Endpoint source;
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

    /** The source as an endpoint; not of an item that {@linkplain SubmittedItem#hasCopies has copies} or is from nowhere, which have no one site. */
    public Endpoint source() {
        Endpoint known = source;
        if (known == null) source = known = Endpoint.parse(item.source());
        return known;
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
