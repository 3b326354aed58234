package org.bdm.core.control.campaign;

/**
 * A link by which anybody may look at a campaign. It is shown once.
 *
 * @param path below the address of the server; it contains the secret
 */
public record CampaignLinkView(String path) {}
