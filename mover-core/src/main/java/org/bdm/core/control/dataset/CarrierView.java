package org.bdm.core.control.dataset;

/**
 * Another mover that files may be handed over to.
 *
 * @param name Its name in the settings of the server. Such as {@code globus}.
 * @param export Name of the export that it writes to. Such as {@code in}.
 * @param directory Directory of the export that it writes to, percent-escaped; empty for the export itself. Such as {@code CMIP6}.
 * @param takesLogin True if a person can let it use an account by logging in.
 */
public record CarrierView(String name, String export, String directory, boolean takesLogin) {}
