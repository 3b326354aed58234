package org.bdm.server.catalog.db;

/**
 * From where a moved file came, and what it is a part of.
 *
 * @param source name of a site or host of a data node; cut where it is longer than the catalog keeps
 * @param dataset the dataset version, as its instance id; empty if the directories of the file name none
 */
public record Arrival(String source, String dataset) {
    static final int SOURCE_LENGTH_MAX = 255;
    static final int DATASET_LENGTH_MAX = 1_024;

    /** Cuts what is too long. */
    public Arrival {
        source = Statements.cut(source, SOURCE_LENGTH_MAX);
        dataset = Statements.cut(dataset, DATASET_LENGTH_MAX);
    }
}
