package org.bdm.server.app;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.identity.NodeKey;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.stream.CongestionPolicy;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.bdm.server.connections.DownloadLimits;
import org.bdm.server.dataset.replica.SizeLimits;
import org.bdm.server.demo.DemoOptions;
import org.bdm.server.demo.DemoOutside;
import org.bdm.server.demo.DemoSettings;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.hook.HookSettings;
import org.bdm.server.site.access.Fireflies;
import org.bdm.server.site.oidc.OidcSettings;
import org.bdm.server.site.serving.HttpAccess;
import org.bdm.server.tracing.Tracing;
import org.bdm.server.upkeep.BackupSettings;
import org.bdm.server.upkeep.KeptFor;
import org.bdm.server.upkeep.PolicyChoice;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The checked settings of a process. Refuses what is unsafe or does not exist, with one sentence.
 *
 * @param exports that are directories
 * @param s3 stores of objects, and exports in them
 * @param httpExports who may read which export over HTTP; nobody the others
 * @param dataNodes what holds for single data nodes
 * @param plainData whether file data may travel unencrypted; null decides by address: yes between loopback addresses only
 * @param dataStreams streams of a job; 0 decides by address
 * @param sizes threads, streams and jobs at once
 * @param httpsFor how REST is encrypted
 * @param roles what this process does for its site
 * @param guard which web addresses may be called, and through which proxy
 */
record ServerSettings(
        Path home,
        SiteName site,
        InetAddress bind,
        int port,
        int dataPort,
        @Nullable String advertise,
        List<ExportSetting> exports,
        S3Settings s3,
        Map<ExportName, HttpAccess> httpExports,
        List<DataNodeSetting> dataNodes,
        @Nullable Boolean plainData,
        int dataStreams,
        NodeSizes sizes,
        Https httpsFor,
        NodeRoles roles,
        AddressGuard guard,
        ServerOptions options) {

    private static final int KEEP_STREAMS_SECONDS_MAX = 600;

    /** The encryption of REST and of the web UI. */
    enum Https {
        OFF,
        CERTIFICATE,
        NODE_KEY
    }

    static ServerSettings of(ServerOptions options, Map<String, String> environment) {
        InetAddress bind = address(options.bind);
        if (options.demoData != null) {
            DemoOptions.check(
                    options.demoData, CommandSpec.forAnnotatedObject(options).options());
        }
        NodeRoles roles =
                options.demoData == null ? NodeRoles.of(options, sharesCatalog(options)) : new NodeRoles(true, false);
        BackupOptions.checked(options, Path.of("backups"));
        EventStream.of(options); // what is wrong with it is said before anything is started
        options.oidc.check();
        options.scitagCollectors.forEach(Fireflies::collector);
        HoldingPolicy.ofName("--on-retracted", options.onRetracted);
        HoldingPolicy.ofName("--on-superseded", options.onSuperseded);
        List<ExportSetting> exports = ConfiguredExports.directories(options);
        HsmSetting.ofExports(options, exports); // what is wrong with it is said before anything is started
        S3Settings s3 =
                S3Settings.of(options, exports.stream().map(ExportSetting::name).collect(Collectors.toSet()));
        return new ServerSettings(
                home(options, environment),
                site(options),
                bind,
                port("--port", options.port),
                port("--data-port", options.dataPort),
                options.advertise,
                exports,
                s3,
                ConfiguredExports.overHttp(options.httpExports, exports, s3),
                options.dataNodes.stream().map(DataNodeSetting::parse).toList(),
                plainData(options.dataSecurity),
                streams(options.dataStreams),
                NodeSizes.of(Runtime.getRuntime().availableProcessors(), options.sizes),
                https(options, bind),
                roles,
                options.outgoing.guard(options.demoData == null ? environment : Map.of()), // the demo asks nobody
                options);
    }

    /** Returns the parameters of the made-up catalog. */
    DemoSettings demo(Clock clock) {
        String size = Objects.requireNonNull(options.demoData, "not a demo");
        return DemoSettings.of(size, options.demoSeed, options.demoClock, site.value(), clock);
    }

    /** True if a made-up catalog is shown. */
    boolean isDemo() {
        return options.demoData != null;
    }

    /** The indexes that are asked for datasets. */
    List<IndexSettings> indexes() {
        List<IndexSettings> indexes = options.indexes.stream()
                .map(text -> IndexSetting.parse(text, options.contact == null ? "" : options.contact))
                .toList();
        Set<String> names = new HashSet<>();
        for (IndexSettings index : indexes) {
            if (!names.add(index.name())) throw refused("two indexes are named " + index.name());
        }
        return indexes;
    }

    /** Returns the time for which an idle data stream is kept; never beyond the life of its ticket. */
    Duration keepStreams() {
        int seconds = options.keepStreamsSeconds;
        if (seconds < 0 || seconds > KEEP_STREAMS_SECONDS_MAX) {
            throw refused("--keep-streams is 0 to " + KEEP_STREAMS_SECONDS_MAX + " seconds, not " + seconds);
        }
        return Duration.ofSeconds(seconds);
    }

    /** Returns the congestion control to ask the kernel for at each data stream. */
    CongestionPolicy congestion() {
        try {
            return new CongestionPolicy(options.congestion);
        } catch (IllegalArgumentException e) {
            throw refused("--congestion: " + e.getMessage() + "; write auto, system or a name such as bbr");
        }
    }

    /** True if sites that may read may measure the path. */
    boolean givesBenches() {
        return switch (options.bench) {
            case "on" -> true;
            case "off" -> false;
            default -> throw refused("--bench is on or off, not " + options.bench);
        };
    }

    /** True if other processes may have the same catalog. */
    boolean sharesCatalog() {
        return sharesCatalog(options);
    }

    private static boolean sharesCatalog(ServerOptions options) {
        return options.catalog != null && options.catalog.startsWith("jdbc:postgresql:");
    }

    /** Returns how long a PostgreSQL catalog may be away before this process ends. */
    Duration catalogPatience() {
        int seconds = options.catalogPatienceSeconds;
        if (seconds < 1) throw refused("--catalog-patience is at least 1 second, not " + seconds);
        return Duration.ofSeconds(seconds);
    }

    /**
     * Returns where backups go and when they are made.
     *
     * @param standard directory, if the settings name none
     */
    BackupSettings backups(Path standard) {
        return BackupOptions.checked(options, standard);
    }

    /** Returns for how long the rows of files of ended jobs are kept. */
    KeptFor keptFor() {
        return new KeptFor(
                days("--keep-files", options.keepFilesDays), days("--keep-failed-files", options.keepFailedFilesDays));
    }

    /** Returns how long an acknowledgement of attention holds at most; zero: until its cause changes. */
    Duration keepAcknowledgements() {
        return days("--keep-acknowledgements", options.keepAcknowledgementsDays);
    }

    /** Returns the size from which a campaign needs a confirmation. */
    SizeLimits campaignLimits() {
        if (options.campaignConfirmBytes < 0) throw refused("--campaign-confirm-bytes is negative");
        if (options.campaignConfirmFiles < 0) throw refused("--campaign-confirm-files is negative");
        return new SizeLimits(options.campaignConfirmBytes, options.campaignConfirmFiles);
    }

    /** Returns how many downloads over HTTP there may be at once. */
    DownloadLimits downloadLimits() {
        return DownloadLimits.of(
                options.httpDownloadsPerAddress, options.httpDownloads, options.httpDownloadWaitSeconds);
    }

    /** Returns what an administrator set that decides who may do what, and what is kept: for the audit log, without secrets. */
    String audited() {
        return "exports "
                + exports.stream()
                        .map(export -> export.name() + (export.writable() ? ":rw" : ":ro"))
                        .collect(Collectors.joining(","))
                + "; buckets " + s3.audited()
                + "; http-export " + options.httpExports
                + "; accept-export " + options.acceptExports
                + "; data-security " + (options.dataSecurity == null ? "by address" : options.dataSecurity)
                + "; metrics-open " + options.metricsOpen
                + "; oidc " + options.oidc.audited()
                + "; on-retracted " + options.onRetracted
                + "; on-superseded " + options.onSuperseded
                + "; keep-files " + options.keepFilesDays
                + "; keep-failed-files " + options.keepFailedFilesDays
                + "; keep-acknowledgements " + options.keepAcknowledgementsDays
                + "; backup-keep " + options.backupKeep;
    }

    private static Duration days(String option, int days) {
        if (days < 0) throw refused(option + " is 0 days or more, not " + days);
        return Duration.ofDays(days);
    }

    /** Returns the key by which peers know this site: that of the node where the site has no other. */
    NodeKey siteKey(NodeKey node) {
        return options.siteKey == null ? node : NodeKey.load(options.siteKey);
    }

    /** Returns the policy for datasets that no subscription covers. */
    PolicyChoice policies() {
        return PolicyChoice.always(
                HoldingPolicy.ofName("--on-retracted", options.onRetracted),
                HoldingPolicy.ofName("--on-superseded", options.onSuperseded));
    }

    /** Name or address under which others reach HTTP of this process: the name of the host if it listens at all addresses. */
    String hostOfHttp() {
        if (!bind.isAnyLocalAddress()) return bind.getHostAddress();
        try {
            return hostName();
        } catch (MoverException nameless) {
            return bind.getHostAddress();
        }
    }

    /** Names and addresses by which this host is called over HTTPS. */
    List<String> hostsOfHttps() {
        List<String> hosts = new ArrayList<>(List.of("localhost", "127.0.0.1", "::1"));
        if (!bind.isAnyLocalAddress() && !bind.isLoopbackAddress()) hosts.add(bind.getHostAddress());
        if (advertise != null && advertise.contains(":")) hosts.add(advertise.substring(0, advertise.lastIndexOf(':')));
        try {
            hosts.add(hostName());
        } catch (MoverException nameless) {
            return hosts; // a host without a name is called by its address
        }
        return hosts;
    }

    static Path home(ServerOptions options, Map<String, String> environment) {
        if (options.home != null) return options.home.toAbsolutePath().normalize();
        if (options.demoData != null) // not where a real catalog may be one day
        return Path.of(environment.getOrDefault("HOME", "."), ".bdm-demo").toAbsolutePath();
        String fromEnvironment = environment.get("BDM_HOME");
        if (fromEnvironment != null && !fromEnvironment.isEmpty())
            return Path.of(fromEnvironment).toAbsolutePath();
        return Path.of(environment.getOrDefault("HOME", "."), ".bdm").toAbsolutePath();
    }

    private static SiteName site(ServerOptions options) {
        String name = options.site != null ? options.site : options.demoData != null ? DemoSettings.SITE : hostName();
        try {
            return new SiteName(name);
        } catch (IllegalArgumentException e) {
            throw refused("--site: " + e.getMessage());
        }
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "this host has no name: give --site NAME", e);
        }
    }

    private static InetAddress address(String bind) {
        try {
            return InetAddress.getByName(bind);
        } catch (UnknownHostException e) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "--bind " + bind + " is not an address of this host", e);
        }
    }

    private static int port(String option, int port) {
        if (port < 0 || port > 65535) throw refused(option + " " + port + " is not between 0 and 65535");
        return port;
    }

    private static int streams(int streams) {
        if (streams < 0 || streams > 16) throw refused("--data-streams " + streams + " is not between 0 and 16");
        return streams;
    }

    /** True if the data port takes connections without TLS. */
    boolean takesPlainData() {
        return plainData == null ? bind.isLoopbackAddress() : plainData;
    }

    private static @Nullable Boolean plainData(@Nullable String text) {
        if (text == null) return null;
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "plain" -> true;
            case "tls" -> false;
            default -> throw refused("--data-security " + text + " is neither tls nor plain");
        };
    }

    /** Makes what sends traces, as the options say. */
    Tracing tracing() {
        return options.traces.tracing(site.value(), Build.version());
    }

    /** Returns who hears of the streams of jobs with a SciTag; empty: the other end of each. */
    List<InetSocketAddress> scitagCollectors() {
        return options.scitagCollectors.stream().map(Fireflies::collector).toList();
    }

    /** Returns the settings of hooks. */
    HookSettings hooks() {
        Path temporary = home.resolve(HomeDirectory.TEMPORARY);
        return isDemo() ? HookSettings.off(temporary, DemoOutside.SENTENCE) : options.hooks.settings(guard, temporary);
    }

    /** Returns the files with secrets that the settings name. */
    List<SecretFile> secretFiles() {
        return SecretFile.of(options, s3, dataNodes);
    }

    private static Https https(ServerOptions options, InetAddress bind) {
        if ((options.tlsCert == null) != (options.tlsKey == null)) {
            throw refused("--tls-cert and --tls-key go together");
        }
        if (options.tlsSelfSigned) return Https.NODE_KEY;
        if (options.tlsCert != null) return Https.CERTIFICATE;
        if (bind.isLoopbackAddress()) return Https.OFF;
        throw refused(
                "--bind " + options.bind + " is not loopback: add --tls-cert and --tls-key, or --tls-self-signed");
    }

    /** Returns the settings of the login with an account of an institution, with the secret; empty if there is none. */
    Optional<OidcSettings> oidc() {
        return options.oidc.settings(guard);
    }

    private static MoverException refused(String what) {
        return new MoverException(ErrorCode.INVALID_REQUEST, what);
    }

    /** Returns where the catalog is, with its password; the environment may have that. */
    CatalogLocation catalogLocation(Map<String, String> environment) {
        if (options.catalog == null) return CatalogLocation.below(home);
        String user = Optional.ofNullable(options.catalogUser).orElse("bdm");
        return new CatalogLocation(options.catalog, user, CatalogPassword.of(options.catalogPasswordFile, environment));
    }
}
