package org.bdm.server.carrier;

import java.security.SecureRandom;
import java.time.InstantSource;
import org.bdm.core.source.http.node.AddressGuard;

/**
 * The parts that carriers with a service work with.
 *
 * @param guard asked before each request
 * @param random makes ids that nobody guesses
 */
public record CarrierParts(AddressGuard guard, InstantSource clock, SecureRandom random) {}
