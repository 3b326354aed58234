package org.bdm.server.api.http;

import jakarta.servlet.DispatcherType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.server.connections.RequestShares;
import org.bdm.server.message.SubmissionLimits;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.LoginSessions;
import org.bdm.server.site.access.ScrapeCallers;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/** The checks before every resource: limits, credentials, the table of roles, headers. Nothing is remembered between requests. */
@Configuration(proxyBeanMethods = false)
public class ApiSecurity {
    /** Those that the firewall lets pass. */
    private static final Set<String> METHODS = Set.of("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT");

    private final AccessTokens tokens;
    private final ScrapeCallers scrapes;
    private final LoginSessions sessions;
    private final SessionCookie cookie;
    private final RequestShares shares;

    ApiSecurity(
            AccessTokens tokens,
            ScrapeCallers scrapes,
            LoginSessions sessions,
            SessionCookie cookie,
            RequestShares shares) {
        this.tokens = tokens;
        this.scrapes = scrapes;
        this.sessions = sessions;
        this.cookie = cookie;
        this.shares = shares;
    }

    @Bean
    SecurityFilterChain everything(
            HttpSecurity http, Problems problems, SubmissionLimits limits, RefusedAccess refused, RouteRoles routes) {
        // The filters are not beans of their own: the servlet container would run them a second time.
        CredentialFilter credentials = new CredentialFilter(tokens, scrapes, sessions, cookie, refused, shares);
        BodyLimitFilter bodyLimit = new BodyLimitFilter(problems, limits.bodyBytesMax());
        return http.sessionManagement(none -> none.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .csrf(
                        AbstractHttpConfigurer
                                ::disable) // CredentialFilter does it: tokens need none, cookies have one per session
                .httpBasic(AbstractHttpConfigurer::disable)
                .formLogin(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .addFilterBefore(credentials, AnonymousAuthenticationFilter.class)
                .addFilterAfter(bodyLimit, CredentialFilter.class)
                .addFilterAfter(new QueryFilter(problems), BodyLimitFilter.class)
                .exceptionHandling(
                        refusal -> refusal.authenticationEntryPoint(refused).accessDeniedHandler(refused))
                .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(
                                DispatcherType.ERROR, DispatcherType.ASYNC, DispatcherType.FORWARD)
                        .permitAll()
                        .anyRequest()
                        .access((caller, context) -> decide(routes, caller, context)))
                .headers(headers -> headers.contentSecurityPolicy(policy -> policy.policyDirectives(WebUi.POLICY))
                        .referrerPolicy(policy -> policy.policy(ReferrerPolicy.NO_REFERRER))
                        .frameOptions(frame -> frame.deny()))
                .build();
    }

    private static AuthorizationDecision decide(
            RouteRoles routes, Supplier<? extends Authentication> authentication, RequestAuthorizationContext context) {
        String method = context.getRequest().getMethod();
        String path = context.getRequest().getRequestURI();
        Authentication known = authentication.get();
        Optional<RouteRoles.Route> route = routes.find(method, path);
        if (route.isPresent()) return new AuthorizationDecision(isAllowed(route.get(), known));
        boolean isPage = HttpMethod.GET.matches(method) || HttpMethod.HEAD.matches(method);
        boolean mayLearnThatNothingIsThere = known instanceof CallerAuthentication;
        return new AuthorizationDecision(mayLearnThatNothingIsThere || (isPage && !RouteRoles.isGuarded(path)));
    }

    private static boolean isAllowed(RouteRoles.Route route, Authentication known) {
        if (route.isOpen()) return true;
        if (!(known instanceof CallerAuthentication authenticated)) return false;
        return route.needed().isEmpty() || route.needed().stream().anyMatch(authenticated.caller()::may);
    }

    /** LoginResource checks passwords; without this bean Spring would make up a user with one. */
    @Bean
    AuthenticationManager nobodyByPassword() {
        return authentication -> {
            throw new BadCredentialsException("passwords are not supported");
        };
    }

    @Bean
    HttpFirewall addressFirewall() {
        return new AddressFirewall();
    }

    @Bean
    RequestRejectedHandler suspiciousRequests(Problems problems, RouteRoles routes) {
        return (request, response, rejected) -> {
            boolean isMethod = METHODS.contains(request.getMethod());
            if (!isMethod) response.setHeader(HttpHeaders.ALLOW, routes.methods(request.getRequestURI()));
            int status = isMethod ? 400 : 405;
            problems.write(
                    response,
                    Problems.of(ErrorCode.INVALID_REQUEST, status, ContainerRefusals.detail(status), List.of()));
        };
    }
}
