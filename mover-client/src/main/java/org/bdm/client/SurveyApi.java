package org.bdm.client;

import java.util.Iterator;
import org.bdm.core.control.Page;
import org.bdm.core.control.holding.FindingView;
import org.bdm.core.control.holding.HoldingHistoryView;
import org.bdm.core.control.holding.PatchScrub;
import org.bdm.core.control.holding.ScrubView;
import org.bdm.core.control.holding.StartSurvey;
import org.bdm.core.control.holding.SurveyView;
import org.jspecify.annotations.Nullable;

/**
 * The routes that compare held files with the disk: surveys, which are asked for and end later, and the scrub, which goes on by itself. Methods
 * throw as those of {@link MoverApi}.
 */
public final class SurveyApi {
    private final RestConnection rest;

    SurveyApi(RestConnection rest) {
        this.rest = rest;
    }

    /** Begins to take the files below an endpoint as holdings; ask {@link #survey} until it is no longer OPEN. */
    public SurveyView startScan(StartSurvey request) {
        return rest.send("POST", RestPath.of("/scans"), request, Json.type(SurveyView.class));
    }

    /** Begins to compare disk and holdings; ask {@link #survey} until it is no longer OPEN. */
    public SurveyView startReconciliation(StartSurvey request) {
        return rest.send("POST", RestPath.of("/reconciliations"), request, Json.type(SurveyView.class));
    }

    /** Begins to read holdings again; ask {@link #survey} until it is no longer OPEN. */
    public SurveyView startVerification(StartSurvey request) {
        return rest.send("POST", RestPath.of("/verifications"), request, Json.type(SurveyView.class));
    }

    public SurveyView survey(String surveyId) {
        return rest.get(RestPath.of("/surveys/{}", surveyId), Json.type(SurveyView.class));
    }

    /** Surveys, the newest first. */
    public Iterator<SurveyView> surveys() {
        return PageWalk.of(rest, RestPath.of("/surveys"), SurveyView.class);
    }

    /** A page of what a survey found. While it is OPEN there is always a next cursor. */
    public Page<FindingView> findings(String surveyId, @Nullable String cursor) {
        RestPath path = RestPath.of("/surveys/{}/findings", surveyId)
                .with("limit", PageWalk.PAGE_ENTRIES)
                .with("cursor", cursor);
        return rest.get(path, Json.pageOf(FindingView.class));
    }

    /** Returns a page of what became of one file; the path is percent-escaped. */
    public Page<HoldingHistoryView> history(String export, String path, @Nullable String cursor) {
        RestPath events = RestPath.of("/holdings/history")
                .with("export", export)
                .with("path", path)
                .with("limit", PageWalk.PAGE_ENTRIES)
                .with("cursor", cursor);
        return rest.get(events, Json.pageOf(HoldingHistoryView.class));
    }

    /** The settings of the scrub, and what it did this week. */
    public ScrubView scrub() {
        return rest.get(RestPath.of("/scrub"), Json.type(ScrubView.class));
    }

    /** Changes the settings of the scrub, or starts or pauses it. */
    public ScrubView patchScrub(PatchScrub changes) {
        return rest.send("PATCH", RestPath.of("/scrub"), changes, Json.type(ScrubView.class));
    }
}
