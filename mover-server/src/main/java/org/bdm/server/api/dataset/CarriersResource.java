package org.bdm.server.api.dataset;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.bdm.core.control.Page;
import org.bdm.core.control.dataset.CarrierLoginView;
import org.bdm.core.control.dataset.CarrierView;
import org.bdm.core.control.dataset.FinishCarrierLogin;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.carrier.CarrierLogin;
import org.bdm.server.carrier.HandoverOrders;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.Role;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Other movers in the settings of the server, and the logins that some of them need. */
@RestController
@RequestMapping(RouteRoles.API + "/carriers")
@Tag(name = "handovers")
public class CarriersResource {
    private static final int CODE_LENGTH_MAX = 4_096;

    private final HandoverOrders orders;

    CarriersResource(HandoverOrders orders) {
        this.orders = orders;
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(operationId = "listCarriers", summary = "Carriers, in the order of the settings")
    Page<CarrierView> list() {
        List<CarrierView> all = orders.carriers().stream()
                .map(one -> new CarrierView(
                        one.name(), one.export().value(), one.directory().shown(), one.takesLogin()))
                .toList();
        return new Page<>(all, null);
    }

    @PostMapping("/{carrierName}/login")
    @Needs(Role.ADMIN)
    @Audited("began a login of the carrier {carrierName}")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            operationId = "beginCarrierLogin",
            summary = "Begins to let a carrier use the account of a person, who opens a page and gets a code")
    CarrierLoginView begin(@PathVariable String carrierName) {
        CarrierLogin login = orders.beginLogin(carrierName);
        return new CarrierLoginView(login.attempt(), login.page().toString());
    }

    @PostMapping(path = "/{carrierName}/login/code", consumes = "application/json")
    @Needs(Role.ADMIN)
    @Audited("logged the carrier {carrierName} in")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            operationId = "finishCarrierLogin",
            summary = "Gives the code of a login; the refresh token is kept in the file of the carrier")
    void finish(@PathVariable String carrierName, @RequestBody FinishCarrierLogin login) {
        orders.finishLogin(
                carrierName,
                PlainText.checked("attempt", login.attempt(), CODE_LENGTH_MAX),
                PlainText.checked("code", login.code(), CODE_LENGTH_MAX));
    }
}
