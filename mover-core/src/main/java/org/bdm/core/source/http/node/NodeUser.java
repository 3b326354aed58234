package org.bdm.core.source.http.node;

/** Somebody who takes places at data nodes: the source of a job, or looks that belong to no job. Told apart by identity. */
@FunctionalInterface
public interface NodeUser {
    /** The weight of a job of the usual priority, and of looks. */
    int USUAL_WEIGHT = 4;

    /** Returns another one, of the usual weight. */
    static NodeUser usual() {
        return new NodeUser() { // not a lambda: each is another one
            @Override
            public int weight() {
                return USUAL_WEIGHT;
            }
        };
    }

    /** Its weight among those who wait for places of one node, at least 1; it may change. Any thread; takes no lock. */
    int weight();
}
