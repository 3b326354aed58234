package org.bdm.core.replica;

/** When a data node is asked, beside others that have the same file. In the order in which they are asked. */
public enum NodePreference {
    /** Before others, however fast they are. */
    FIRST,
    /** As its rate and the order of the list say. */
    USUAL,
    /** Only when no other copy can be had. */
    LAST
}
