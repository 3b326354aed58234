package org.bdm.server.job.estimate;

import org.bdm.server.catalog.history.SizeClass;

/** The terms that the time of a job on one link is the sum of, with the cost of one unit where nothing is known. */
enum CostTerm {
    /** Start, first byte and end. */
    FIXED(0.4, 1.0),
    /** For each file that is listed. */
    LISTING(1e-4, 1.5),
    /** For each file of a class, whatever its bytes. */
    TINY_FILES(3e-4, 1.5),
    SMALL_FILES(1e-3, 1.5),
    MEDIUM_FILES(1e-2, 1.5),
    LARGE_FILES(5e-2, 1.5),
    /** For each byte over the link. */
    BYTES(1e-8, 2.3),
    /** For each byte that is read again or compared. */
    CHECKING(2e-9, 1.5);

    final double secondsGuessed;

    /** Standard deviation of the logarithm of the guess. */
    final double doubt;

    CostTerm(double secondsGuessed, double doubt) {
        this.secondsGuessed = secondsGuessed;
        this.doubt = doubt;
    }

    double unitsOf(LinkWork work) {
        return switch (this) {
            case FIXED -> 1;
            case LISTING -> work.filesListed();
            case TINY_FILES -> work.moved().of(SizeClass.TINY).files();
            case SMALL_FILES -> work.moved().of(SizeClass.SMALL).files();
            case MEDIUM_FILES -> work.moved().of(SizeClass.MEDIUM).files();
            case LARGE_FILES -> work.moved().of(SizeClass.LARGE).files();
            case BYTES -> work.moved().total().bytes();
            case CHECKING -> work.bytesChecked();
        };
    }
}
