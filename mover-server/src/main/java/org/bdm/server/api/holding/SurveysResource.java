package org.bdm.server.api.holding;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.bdm.core.control.Page;
import org.bdm.core.control.holding.FindingView;
import org.bdm.core.control.holding.StartSurvey;
import org.bdm.core.control.holding.SurveyView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.survey.Finding;
import org.bdm.server.catalog.survey.Survey;
import org.bdm.server.catalog.survey.SurveyKind;
import org.bdm.server.catalog.survey.SurveyOptions;
import org.bdm.server.holding.survey.HoldingSurveys;
import org.bdm.server.message.Answers;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Looks at what this site holds: begun here, asked again until they are done; a restart of the server begins them again. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "holdings")
public class SurveysResource {
    private static final int SUBJECT_LENGTH_MAX = 13_000;
    private static final int REASON_LENGTH_MAX = 2_000;

    private final Catalog catalog;
    private final HoldingSurveys surveys;

    SurveysResource(Catalog catalog, HoldingSurveys surveys) {
        this.catalog = catalog;
        this.surveys = surveys;
    }

    @PostMapping(path = "/scans", consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("registered the files of a place")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            operationId = "scanHoldings",
            summary = "Begins to take the files below an endpoint of this site as holdings; no data is read",
            description =
                    "Held files that changed on disk, or are not there, are findings. With acceptChanged they become holdings as they are.")
    SurveyView scan(@RequestBody StartSurvey request) {
        return begin(SurveyKind.SCAN, request);
    }

    @PostMapping(path = "/reconciliations", consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("compared disk and holdings")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            operationId = "reconcileHoldings",
            summary =
                    "Starts to compare disk, holdings and, on request, replica sets; records what holdings it finds changed or missing")
    SurveyView reconcile(@RequestBody StartSurvey request) {
        return begin(SurveyKind.RECONCILE, request);
    }

    @PostMapping(path = "/verifications", consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("verified held files")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            operationId = "verifyHoldings",
            summary = "Starts to read held files again and compares them with their known digests")
    SurveyView verify(@RequestBody StartSurvey request) {
        return begin(SurveyKind.VERIFY, request);
    }

    private SurveyView begin(SurveyKind kind, StartSurvey request) {
        String subject = PlainText.checked("subject", request.subject(), SUBJECT_LENGTH_MAX);
        boolean withIndex = request.withIndex() != null && request.withIndex();
        String owner = CallerAuthentication.current().owner();
        SurveyOptions options = new SurveyOptions(withIndex, reason(kind, request.acceptChanged()));
        return HoldingViews.of(Answers.durable(surveys.begin(kind, owner, subject, options)));
    }

    private static @Nullable String reason(SurveyKind kind, @Nullable String text) {
        if (text == null) return null;
        if (kind != SurveyKind.SCAN)
            throw new MoverException(ErrorCode.INVALID_REQUEST, "acceptChanged: only a scan accepts changed files");
        if (text.isBlank())
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "acceptChanged: give the reason why the changed files are right");
        return PlainText.checked("acceptChanged", text, REASON_LENGTH_MAX);
    }

    @GetMapping("/surveys")
    @Needs(Role.READER)
    @Operation(operationId = "listSurveys", summary = "Scans, reconciliations and verifications, the newest first")
    Page<SurveyView> list(
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable Integer limit) {
        RowPage<Survey> page = catalog.surveys().page(cursor, Numbers.limit(limit));
        return new Page<>(page.rows().stream().map(HoldingViews::of).toList(), page.nextCursor());
    }

    @GetMapping("/surveys/{surveyId}")
    @Needs(Role.READER)
    @Operation(operationId = "getSurvey", summary = "A survey, or how far it is")
    SurveyView get(@PathVariable String surveyId) {
        return HoldingViews.of(existing(surveyId));
    }

    @GetMapping("/surveys/{surveyId}/findings")
    @Needs(Role.READER)
    @Operation(
            operationId = "listFindings",
            summary = "What a survey found, in the order of finding",
            description = "While the survey is open there is always a next cursor: more may come.")
    Page<FindingView> findings(
            @PathVariable String surveyId,
            @RequestParam(required = false) @Parameter(description = "1 to 1,000; 100 if not given.") @Nullable Integer limit,
            @RequestParam(required = false) @Nullable String cursor) {
        long number = existing(surveyId).number();
        RowPage<Finding> page = catalog.surveys().findings(number, cursor, Numbers.limit(limit));
        return new Page<>(page.rows().stream().map(HoldingViews::of).toList(), page.nextCursor());
    }

    private Survey existing(String surveyId) {
        long number = Numbers.survey(surveyId);
        return catalog.surveys()
                .find(number)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no survey-" + number));
    }
}
