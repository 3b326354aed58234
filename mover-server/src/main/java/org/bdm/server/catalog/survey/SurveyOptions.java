package org.bdm.server.catalog.survey;

import org.jspecify.annotations.Nullable;

/**
 * Options of a survey.
 *
 * @param withIndex whether RECONCILE also compares with the replica sets that are known
 * @param acceptReason why SCAN takes changed files as they are; null if it does not
 */
public record SurveyOptions(boolean withIndex, @Nullable String acceptReason) {}
