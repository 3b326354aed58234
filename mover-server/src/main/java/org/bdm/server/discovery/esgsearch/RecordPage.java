package org.bdm.server.discovery.esgsearch;

import java.util.Map;

/**
 * The contents of a page besides its records.
 *
 * @param found records in all that fit the question; -1 if it does not say
 * @param records records on this page, unreadable ones included
 * @param facets number of records by value, by facet
 * @param isPartial whether the index itself says that it did not look everywhere
 */
record RecordPage(long found, int records, Map<String, Map<String, Long>> facets, boolean isPartial) {}
