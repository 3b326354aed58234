/**
 * Asks an index with the search interface of ESGF (Solr and its successors), in JSON and in XML.
 * It splits queries that match too much and asks for the files of the datasets found.
 * The federation makes one {@code EsgSearchIndex} per configured index.
 * Calls block the thread of the search.
 */
@NullMarked
package org.bdm.server.discovery.esgsearch;

import org.jspecify.annotations.NullMarked;
