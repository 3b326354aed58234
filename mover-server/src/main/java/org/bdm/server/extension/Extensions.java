package org.bdm.server.extension;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * The extensions that are installed. Each is a directory of jars with a loader of classes of its own, so that the libraries of one are not seen by
 * the server or by another; what an extension does not bring itself it takes from the server. No class is loaded before it is wanted, and each
 * extension is made once.
 */
public final class Extensions {
    private static final String PROPERTY = "org.bdm.extensions"; // directories, separated as a class path is

    private final List<Path> directories;
    private final List<ClassLoader> loaders;
    private final Map<ExtensionPoint<?>, Object> made = new ConcurrentHashMap<>();

    private Extensions(List<Path> directories, List<ClassLoader> loaders) {
        this.directories = List.copyOf(directories);
        this.loaders = List.copyOf(loaders);
    }

    /**
     * Those that the launcher names, and those on the class path.
     *
     * @throws MoverException PERMISSION if a directory cannot be read
     */
    public static Extensions ofThisProcess() {
        List<Path> directories = Stream.of(System.getProperty(PROPERTY, "").split(File.pathSeparator))
                .filter(name -> !name.isEmpty())
                .map(Path::of)
                .toList();
        return in(directories, Extensions.class.getClassLoader());
    }

    /** Those of these directories, and what {@code server} itself finds. */
    static Extensions in(List<Path> directories, ClassLoader server) {
        List<ClassLoader> loaders = new ArrayList<>(List.of(server));
        for (Path directory : directories) {
            URL[] jars = jars(directory).stream().map(Extensions::url).toArray(URL[]::new);
            loaders.add(new URLClassLoader(directory.toString(), jars, server));
        }
        return new Extensions(directories, loaders);
    }

    private static List<Path> jars(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new MoverException(
                    ErrorCode.PERMISSION, "the directory " + directory + " of an extension cannot be read", e);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException("every file has a URL", e);
        }
    }

    /** True if the extension of this point is there; loads nothing of it. */
    public boolean isInstalled(ExtensionPoint<?> point) {
        return loaderOf(point).isPresent();
    }

    private Optional<ClassLoader> loaderOf(ExtensionPoint<?> point) {
        String service = "META-INF/services/" + point.type().getName();
        return loaders.stream()
                .filter(loader -> loader.getResource(service) != null)
                .findFirst();
    }

    /**
     * The extension of this point; empty if it is not installed.
     *
     * @throws MoverException UNSUPPORTED if it is damaged
     */
    public <S> Optional<S> find(ExtensionPoint<S> point) {
        Object known = made.computeIfAbsent(
                point,
                unused -> loaderOf(point).map(loader -> made(point, loader)).orElse(null));
        return Optional.ofNullable(known).map(point.type()::cast);
    }

    private static <S> @Nullable S made(ExtensionPoint<S> point, ClassLoader loader) {
        try {
            return ServiceLoader.load(point.type(), loader).findFirst().orElse(null);
        } catch (ServiceConfigurationError | LinkageError e) {
            throw damaged(point, e);
        }
    }

    /** The refusal of an extension whose classes do not fit together. */
    public static MoverException damaged(ExtensionPoint<?> point, Throwable cause) {
        return new MoverException(
                ErrorCode.UNSUPPORTED,
                "the extension '" + point.name() + "' is damaged or of another version; install it again: " + cause,
                cause);
    }

    /**
     * The extension of this point, which somebody asks for.
     *
     * @param askedBy the option or request, as its user wrote it
     * @throws MoverException UNSUPPORTED if it is not installed, or damaged
     */
    public <S> S need(ExtensionPoint<S> point, String askedBy) {
        return find(point).orElseThrow(() -> missing(point, askedBy));
    }

    /**
     * Refuses what somebody asks for if the extension of this point is not installed; loads nothing of it.
     *
     * @throws MoverException UNSUPPORTED
     */
    public void require(ExtensionPoint<?> point, String askedBy) {
        if (!isInstalled(point)) throw missing(point, askedBy);
    }

    private MoverException missing(ExtensionPoint<?> point, String askedBy) {
        return new MoverException(ErrorCode.UNSUPPORTED, askedBy + ": " + absence(point));
    }

    /** Returns a sentence that says what is missing without an extension, and how it is put back. */
    public String absence(ExtensionPoint<?> point) {
        String sentence = "the extension '" + point.name() + "', which " + point.does() + ", is not installed; ";
        return sentence
                + damagedJar()
                        .map(jar -> "the file " + jar + " is damaged: install it again")
                        .orElse("put its directory back into lib/extensions");
    }

    /** A jar that cannot be opened: the loader of classes passes over it without a word. */
    private Optional<Path> damagedJar() {
        return directories.stream()
                .flatMap(directory -> jars(directory).stream())
                .filter(jar -> !isWhole(jar))
                .findFirst();
    }

    private static boolean isWhole(Path jar) {
        try (JarFile opened = new JarFile(jar.toFile())) {
            return opened.size() > 0;
        } catch (IOException e) {
            return false; // whatever is wrong with it, it has to be installed again
        }
    }
}
