package org.bdm.client;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.bdm.core.control.Page;
import org.jspecify.annotations.Nullable;

/** Goes through a list page by page; holds one page, whatever the length of the list. */
public final class PageWalk<T> implements Iterator<T> {
    static final int PAGE_ENTRIES = 1000;

    private final Function<@Nullable String, Page<T>> pages;
    private Iterator<T> items;
    private @Nullable String nextCursor;

    /** The pages of a list of the server, each of {@value #PAGE_ENTRIES} entries. */
    static <T> PageWalk<T> of(RestConnection rest, RestPath path, Class<T> message) {
        RestPath limited = path.with("limit", PAGE_ENTRIES);
        return new PageWalk<>(cursor -> rest.get(limited.with("cursor", cursor), Json.pageOf(message)));
    }

    PageWalk(Function<@Nullable String, Page<T>> pages) {
        this.pages = pages;
        Page<T> first = pages.apply(null);
        this.items = first.items().iterator();
        this.nextCursor = first.nextCursor();
    }

    @Override
    public boolean hasNext() {
        while (!items.hasNext() && nextCursor != null) {
            Page<T> page = pages.apply(nextCursor);
            items = page.items().iterator();
            nextCursor = page.nextCursor();
        }
        return items.hasNext();
    }

    @Override
    public T next() {
        if (!hasNext()) throw new NoSuchElementException();
        return items.next();
    }
}
