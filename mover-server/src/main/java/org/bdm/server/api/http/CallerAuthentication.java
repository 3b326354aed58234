package org.bdm.server.api.http;

import java.io.Serial;
import java.util.List;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.site.access.Caller;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** A caller who showed a valid token, as Spring Security wants it. */
@SuppressWarnings("serial") // never written to a stream
public final class CallerAuthentication extends AbstractAuthenticationToken {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Caller caller;

    CallerAuthentication(Caller caller) {
        super(List.of());
        this.caller = caller;
        setAuthenticated(true);
    }

    /** Returns the caller of this thread's request; only for routes that need a caller. */
    public static Caller current() {
        return find().orElseThrow(() -> new MoverException(ErrorCode.NOT_AUTHENTICATED, "no token was given"));
    }

    /** Returns the caller of this thread's request; empty if it is unknown. */
    public static Optional<Caller> find() {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        return authentication instanceof CallerAuthentication known ? Optional.of(known.caller()) : Optional.empty();
    }

    Caller caller() {
        return caller;
    }

    @Override
    public Object getCredentials() {
        return "";
    }

    @Override
    public Object getPrincipal() {
        return caller.owner();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CallerAuthentication that && that.caller.equals(caller);
    }

    @Override
    public int hashCode() {
        return caller.hashCode();
    }
}
