package org.bdm.server.api.holding;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Objects;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.control.holding.ForgetHoldings;
import org.bdm.core.control.holding.ForgottenHoldings;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lets go of holdings of files that were removed on purpose, or whose export is gone. */
@RestController
@RequestMapping(RouteRoles.API + "/holdings/forgotten")
@Tag(name = "holdings")
public class ForgottenResource {
    private static final int TEXT_LENGTH_MAX = 1_024;

    private final Catalog catalog;
    private final OwnSite own;

    ForgottenResource(Catalog catalog, OwnSite own) {
        this.catalog = catalog;
        this.own = own;
    }

    @PostMapping(consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("forgot holdings")
    @Operation(
            operationId = "forgetHoldings",
            summary = "Counts, or with apply forgets, the holdings of a place or dataset, a step at a time",
            description = "No file is touched. What is forgotten stays in the history, with its digests and the reason."
                    + " Repeat with nextCursor until that is null.")
    ForgottenHoldings forget(@RequestBody ForgetHoldings wish) {
        String reason = PlainText.checked("reason", wish.reason() == null ? "" : wish.reason(), TEXT_LENGTH_MAX);
        if (reason.isBlank()) throw new MoverException(ErrorCode.INVALID_REQUEST, "reason is missing");
        RowPage<Holding> page = catalog.holdings().page(query(wish));
        boolean isApplied = wish.apply() != null && wish.apply();
        if (isApplied && !page.rows().isEmpty()) {
            String by = CallerAuthentication.current().owner();
            Durable.await(catalog.holdings().forget(page.rows(), by, reason));
            AuditedDetail.note(
                    page.rows().size() + " holdings of " + (wish.place() == null ? wish.dataset() : wish.place()));
        }
        long bytes = page.rows().stream().mapToLong(Holding::size).reduce(0, ByteTotal::plus);
        return new ForgottenHoldings(page.rows().size(), bytes, page.nextCursor());
    }

    private HoldingQuery query(ForgetHoldings wish) {
        String dataset = wish.dataset();
        String place = wish.place();
        if ((dataset == null) == (place == null)) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "either place or dataset is to be given");
        }
        if (place == null) {
            String version = PlainText.checked("dataset", Objects.requireNonNull(dataset), TEXT_LENGTH_MAX);
            return query(version, null, StorePath.ROOT, wish.cursor());
        }
        Endpoint at = Endpoint.parse(place);
        if (!at.site().equals(own.name())) {
            throw new MoverException(
                    ErrorCode.DESTINATION_NOT_LOCAL,
                    "the place is at '" + at.site() + "', but this is '" + own.name() + "'");
        }
        return query(null, at.export(), at.path(), wish.cursor());
    }

    private static HoldingQuery query(
            @Nullable String dataset, @Nullable ExportName export, StorePath below, @Nullable String cursor) {
        return new HoldingQuery(dataset, null, export, below, cursor, RowPage.ROWS_MAX);
    }
}
