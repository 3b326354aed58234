package org.bdm.server.carrier;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * The value of {@code --carrier}: {@code NAME=KIND,key=value,..}. A key that the kind does not know is refused.
 *
 * <pre>
 *   by-hand=batch,export=in/CMIP6,path=/replica/CMIP6
 *   globus=globus,client-id=UUID,secret-file=F,collection=UUID,path=/replica,export=in
 *   fts=fts,address=https://fts.example.org:8446,token-file=F,path=davs://data.example.org/replica,export=in
 *   fts=fts,address=https://fts.example.org:8446,cert-file=F,ca-file=F,path=davs://data.example.org/replica,export=in
 * </pre>
 */
public final class CarrierSetting {
    private static final Pattern BETWEEN = Pattern.compile("(?:\\s+|,)(?=[a-z-]+=)");

    private static final String SECRET_FILE = "secret-file";
    private static final String TOKEN_FILE = "token-file";
    private static final String CERT_FILE = "cert-file";
    private static final List<String> SECRETS = List.of(SECRET_FILE, TOKEN_FILE, CERT_FILE);

    private final String text;
    private final String name;
    private final Map<String, String> values;

    private CarrierSetting(String text, String name, Map<String, String> values) {
        this.text = text;
        this.name = name;
        this.values = values;
    }

    /**
     * Makes the carriers of the settings.
     *
     * @param directories of the exports on this machine; a carrier that names no path has these
     * @throws MoverException INVALID_REQUEST with what is wrong
     */
    public static Carriers carriers(List<String> texts, Map<ExportName, Path> directories, CarrierParts parts) {
        Map<String, Carrier> carriers = new LinkedHashMap<>();
        for (String text : texts) {
            CarrierSetting setting = parse(text);
            if (carriers.put(setting.name, setting.carrier(directories, parts)) != null)
                throw setting.refused("another carrier has this name");
        }
        return new Carriers(carriers);
    }

    /**
     * Returns the files with secrets that the settings name, by what names them.
     *
     * @throws MoverException INVALID_REQUEST for a setting that cannot be read
     */
    static Map<String, Path> secretFiles(List<String> texts) {
        Map<String, Path> files = new LinkedHashMap<>();
        for (String text : texts) {
            CarrierSetting setting = parse(text);
            for (String key : SECRETS) {
                CarrierSecret secret = setting.secret(key);
                if (secret != null) files.put("the " + key + " of --carrier " + setting.name, secret.file());
            }
        }
        return files;
    }

    private static CarrierSetting parse(String text) {
        int equals = text.indexOf('=');
        String[] words = BETWEEN.split(text.substring(equals + 1).strip());
        boolean isForm = equals >= 1 && text.substring(0, equals).matches("[A-Za-z0-9._-]{1,100}");
        CarrierSetting setting =
                new CarrierSetting(text, text.substring(0, Math.max(0, equals)), new LinkedHashMap<>());
        if (!isForm) throw setting.refused("write NAME=KIND,key=value,..");
        for (String word : words) {
            int at = word.indexOf('=');
            boolean isKind = at < 0 && word.equals(words[0]);
            if (at < 1 && !isKind) throw setting.refused("'" + word + "' is not of the form key=value");
            String key = isKind ? "kind" : word.substring(0, at);
            if (setting.values.put(key, word.substring(at + 1)) != null) throw setting.refused(key + " is given twice");
        }
        return setting;
    }

    private Carrier carrier(Map<ExportName, Path> directories, CarrierParts parts) {
        String kind = taken("kind", "");
        Carrier carrier = switch (kind) {
            case "batch" -> new BatchCarrier(place(directories));
            case "globus" -> globus(place(directories), parts);
            case "fts" -> fts(place(Map.of()), parts);
            default -> throw refused("the kind is none of batch, globus, fts");
        };
        if (!values.isEmpty()) {
            throw refused("there is no setting '" + values.keySet().iterator().next() + "' of the kind " + kind);
        }
        return carrier;
    }

    private Carrier globus(CarrierPlace place, CarrierParts parts) {
        CarrierSecret secret = secret(SECRET_FILE);
        CarrierSecret token = secret(TOKEN_FILE);
        if ((secret == null) == (token == null)) throw refused("give one of secret-file, token-file");
        String auth = address(taken("auth", "https://auth.globus.org"));
        GlobusAccount account = new GlobusAccount(auth, needed("client-id"), secret, token);
        String api = address(taken("api", "https://transfer.api.globus.org/v0.10"));
        return new GlobusCarrier(parts, place, needed("collection").toLowerCase(Locale.ROOT), api, account);
    }

    private Carrier fts(CarrierPlace place, CarrierParts parts) {
        String verify = taken("verify", "target");
        if (!Set.of("both", "source", "target", "none").contains(verify))
            throw refused("verify is none of both, source, target, none");
        CarrierSecret token = secret(TOKEN_FILE);
        CarrierCertificates certificates = new CarrierCertificates(file(CERT_FILE), file("ca-file"));
        return new FtsCarrier(parts, place, address(needed("address")), verify, token, certificates);
    }

    private @Nullable CarrierSecret secret(String key) {
        Path file = file(key);
        return file == null ? null : new CarrierSecret(file);
    }

    private @Nullable Path file(String key) {
        String file = taken(key, "");
        return file.isEmpty() ? null : Path.of(file);
    }

    private String address(String written) {
        if (written.matches("https?://[^/?#\\s]+(/[^?#\\s]*)?")) return written;
        throw refused("'" + written + "' is not the address of a service");
    }

    private CarrierPlace place(Map<ExportName, Path> directories) {
        String export = needed("export");
        int slash = export.indexOf('/');
        try {
            ExportName exportName = new ExportName(slash < 0 ? export : export.substring(0, slash));
            StorePath directory = slash < 0
                    ? StorePath.ROOT
                    : StorePath.ofUtf8(export.substring(slash + 1).replaceAll("/+$", ""));
            Path here = directories.get(exportName);
            String usual = here == null ? "" : here + (directory.isRoot() ? "" : "/" + directory.shown());
            return new CarrierPlace(exportName, directory, absolute(taken("path", usual)));
        } catch (IllegalArgumentException e) {
            throw refused("export: " + e.getMessage());
        }
    }

    private String absolute(String path) {
        if (path.startsWith("/") || path.matches("[a-z0-9]+://[^/\\s]+/[^?#\\s]*")) return path;
        throw refused(
                "path has to be the absolute path, or for fts the address, of the directory as the carrier names it");
    }

    private String needed(String key) {
        return Optional.ofNullable(values.remove(key))
                .filter(value -> !value.isEmpty())
                .orElseThrow(() -> refused(key + " is missing"));
    }

    private String taken(String key, String usual) {
        String given = values.remove(key);
        return given == null ? usual : given;
    }

    private MoverException refused(String why) {
        return new MoverException(ErrorCode.INVALID_REQUEST, "--carrier " + text + ": " + why);
    }
}
