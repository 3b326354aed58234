package org.bdm.core.destination.object;

/** Parts that the writers and finishers of one destination share. */
record ObjectParts(
        ObjectPlace place, Uploads uploads, PartMemory memory, StoreManners manners, ObjectSettings settings) {}
