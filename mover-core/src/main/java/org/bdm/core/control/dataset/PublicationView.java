package org.bdm.core.control.dataset;

/**
 * Progress of publishing our copy of a dataset version; it is complete when shown equals files.
 *
 * @param collection The STAC collection that the dataset is in. Such as {@code CMIP6}.
 * @param node Registered name of our data node. Such as {@code data.south.example}.
 * @param files Number of files that the catalog has of the dataset version, at least 0. Such as {@code 12}.
 * @param shown Number of these files that the catalog says are at our node. Such as {@code 12}.
 * @param sent Number of files that the catalog accepted with this request; they show later. Always 0 for GET. Such as {@code 0}.
 */
public record PublicationView(
        String dataset, String index, String collection, String node, int files, int shown, int sent) {}
