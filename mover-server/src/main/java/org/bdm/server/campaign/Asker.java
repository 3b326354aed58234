package org.bdm.server.campaign;

/**
 * The person on whose behalf another site is asked.
 *
 * @param name the owner of the jobs that the person submits here
 * @param isLimited whether the person sees the own jobs only
 */
public record Asker(String name, boolean isLimited) {}
