package org.bdm.core.transfer;

import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.jspecify.annotations.Nullable;

/**
 * From where an item of a job comes. This is the one reader of its text, which a person gives and the catalog keeps:
 *
 * <pre>
 *   bdm://SITE/EXPORT/path            {@link AtSite}         a file or tree that one site has
 *   http://..  https://..             {@link AtDataNode}     a file that data nodes have    \ one file, of which there
 *   sites: bdm://SITE/EXPORT/path     {@link AtPairedSites}  a file that paired sites have  / may be {@link OfCopies copies}
 *   nowhere: why                      {@link Nowhere}        a file that nobody has
 * </pre>
 *
 * The last two only the catalog keeps: no person can name them. Immutable; safe on any thread.
 */
public sealed interface ItemSource {
    /** Returns the form that {@link #kept} reads. */
    String text();

    /** Returns the text as people read it. */
    default String shown() {
        return text();
    }

    /** Reads what the catalog keeps. An address of a site is read when it is asked for: it may be of a version that allowed other names. */
    static ItemSource kept(String text) {
        if (AtDataNode.isUrl(text)) return new AtDataNode(text);
        if (text.startsWith(AtPairedSites.PREFIX))
            return new AtPairedSites(text.substring(AtPairedSites.PREFIX.length()));
        if (text.startsWith(Nowhere.PREFIX)) return new Nowhere(text.substring(Nowhere.PREFIX.length()));
        return new AtSite(text, null);
    }

    /**
     * Reads what a person names: a URL of a data node, which is not looked at further, or an endpoint.
     *
     * @throws MoverException as {@link Endpoint#parse} does for what is no URL
     */
    static ItemSource named(String address) {
        return AtDataNode.isUrl(address) ? new AtDataNode(address) : new AtSite(Endpoint.parse(address));
    }

    /** A file or tree that one site has, this one or another. Equal by its text. */
    final class AtSite implements ItemSource {
        private final String text;
        private volatile @Nullable Endpoint endpoint; // many files share it, so it is read once

        private AtSite(String text, @Nullable Endpoint endpoint) {
            this.text = text;
            this.endpoint = endpoint;
        }

        /** A source in its normal form. */
        public AtSite(Endpoint endpoint) {
            this(endpoint.toString(), endpoint);
        }

        @Override
        public String text() {
            return text;
        }

        /**
         * Returns where it is.
         *
         * @throws MoverException as {@link Endpoint#parse} does, if a former version kept what this one does not read
         */
        public Endpoint endpoint() {
            Endpoint known = endpoint;
            if (known == null) endpoint = known = Endpoint.parse(text);
            return known;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof AtSite that && text.equals(that.text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** One file, of which there may be several copies: each is tried until one is right. */
    sealed interface OfCopies extends ItemSource {}

    /**
     * A file that data nodes have.
     *
     * @param url of the first copy, as published
     */
    record AtDataNode(String url) implements OfCopies {
        private static boolean isUrl(String text) {
            return text.regionMatches(true, 0, "https://", 0, 8) || text.regionMatches(true, 0, "http://", 0, 7);
        }

        @Override
        public String text() {
            return url;
        }

        /**
         * Returns the name under which its data node is counted: host, and port if that is not the usual one.
         *
         * @throws MoverException INVALID_REQUEST if the URL cannot be asked
         */
        public String node() {
            return new Copy(Copy.location(url), 0).node();
        }

        @Override
        public String toString() {
            return url;
        }
    }

    /**
     * A file that no data node has, and that paired sites may have.
     *
     * @param first where the first of them would have it: for people, the job says where all are
     */
    record AtPairedSites(String first) implements OfCopies {
        private static final String PREFIX = "sites: ";

        @Override
        public String text() {
            return PREFIX + first;
        }

        @Override
        public String shown() {
            return first;
        }

        @Override
        public String toString() {
            return first;
        }
    }

    /**
     * A file that nobody has: it is listed as failed, so that it is counted and shown.
     *
     * @param why sentence for a person
     */
    record Nowhere(String why) implements ItemSource {
        private static final String PREFIX = "nowhere: ";

        @Override
        public String text() {
            return PREFIX + why;
        }

        @Override
        public String toString() {
            return text();
        }
    }
}
