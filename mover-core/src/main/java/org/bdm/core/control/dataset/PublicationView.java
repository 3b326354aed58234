package org.bdm.core.control.dataset;

/**
 * Progress of publishing our copy of a dataset version in a catalog of ESGF-NG. Complete when {@code shown} is {@code files}.
 *
 * @param dataset instance id
 * @param collection that the item is in
 * @param files of the item in the catalog
 * @param shown of these, how many are told to be at our node
 * @param sent how many the catalog has accepted just now; they show later
 */
public record PublicationView(
        String dataset, String index, String collection, String node, int files, int shown, int sent) {}
