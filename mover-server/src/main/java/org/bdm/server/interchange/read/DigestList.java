package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.server.drs.DrsPath;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.interchange.entry.RefusedLine;

/**
 * The output of {@code sha256sum} and {@code md5sum}: the digest, a blank, a blank or {@code *}, the path; or with {@code --tag} as BSD does,
 * {@code SHA256 (PATH) = DIGEST}, or without the blanks as {@code openssl dgst} does. A line that begins with {@code \} has {@code \\}, {@code \n} and {@code \r} in its path (coreutils
 * manual).
 */
final class DigestList implements ListFormat, LineParser {
    private static final Pattern BEGINNING = Pattern.compile(
            "\\\\?(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{40}|[0-9a-fA-F]{56}|[0-9a-fA-F]{64}|[0-9a-fA-F]{96}|[0-9a-fA-F]{128}) [ *].*+");

    private static final Pattern TAGGED = Pattern.compile("([A-Z][A-Za-z0-9/-]{1,15}+) ?\\((.+)\\) ?= ([0-9a-fA-F]++)");

    @Override
    public String name() {
        return "digest-list";
    }

    @Override
    public int likeness(FileStart start) {
        return start.count(line ->
                BEGINNING.matcher(line).matches() || TAGGED.matcher(plain(line)).matches());
    }

    @Override
    public void read(InputStream in, EntryReceiver receiver) throws IOException {
        parseAll(in, receiver);
    }

    @Override
    public void parse(LineReader.Line line, EntryReceiver receiver) throws RefusedLine {
        boolean isEscaped = line.text().startsWith("\\");
        String text = plain(line.text());
        Matcher tagged = TAGGED.matcher(text);
        ListedDigest digest;
        String name;
        if (tagged.matches()) {
            digest = ListedDigest.named(tagged.group(1), tagged.group(3));
            name = tagged.group(2);
        } else {
            int blank = text.indexOf(' ');
            if (blank < 0 || blank + 2 >= text.length() || " *".indexOf(text.charAt(blank + 1)) < 0) {
                throw new RefusedLine("neither DIGEST  PATH nor ALGORITHM (PATH) = DIGEST");
            }
            digest = ListedDigest.unnamed(text.substring(0, blank));
            name = text.substring(blank + 2);
        }
        String path = ListedPath.checked(isEscaped ? unescaped(name) : name);
        ListedFile file =
                new ListedFile(path, DrsPath.datasetOf(path), null, digest.digests(), digest.keptDigests(), List.of());
        receiver.entry(line.number(), file);
        digest.tell(line.number(), receiver);
    }

    private static String plain(String line) {
        return line.startsWith("\\") ? line.substring(1) : line;
    }

    private static String unescaped(String name) throws RefusedLine {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '\\') {
                i++;
                char escaped = i < name.length() ? name.charAt(i) : ' ';
                switch (escaped) {
                    case '\\' -> plain.append('\\');
                    case 'n' -> plain.append('\n');
                    case 'r' -> plain.append('\r');
                    default -> throw new RefusedLine("an escape in the path is not \\\\, \\n or \\r");
                }
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
