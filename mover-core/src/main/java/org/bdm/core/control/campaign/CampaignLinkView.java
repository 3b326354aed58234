package org.bdm.core.control.campaign;

/**
 * A link by which anybody may look at a campaign. It is shown once.
 *
 * @param path Path below the address of the server; its last part is the secret, 43 characters. Such as {@code
 * /api/v1/shared/campaigns/vT0cVd3zkYx4ZrVqXw9b7K1mN5pQ8sUaEgHjLoRtWyI}.
 */
public record CampaignLinkView(String path) {}
