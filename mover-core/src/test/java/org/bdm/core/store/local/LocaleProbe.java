package org.bdm.core.store.local;

import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileName;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;

/** Run in a process of its own with LC_ALL=C: opens an export whose directory has a name of odd bytes, and keeps odd names in it. */
final class LocaleProbe {
    private LocaleProbe() {}

    public static void main(String[] arguments) throws Exception {
        System.out.println(System.getProperty("sun.jnu.encoding"));
        Path odd;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of(arguments[0]))) {
            odd = entries.iterator().next();
        }
        FileName name = FileName.of(new byte[] {(byte) 0xff, (byte) 0xfe, (byte) 0xc3, (byte) 0xa9, '\n'});
        try (LocalStore store = LocalStore.openWritable(new ExportRoot(new ExportName("odd"), odd))) {
            WorkArea area = store.workArea(new JobId(1));
            try (WritableFile file = area.create("part-1")) {
                file.write(0, ByteBuffer.allocate(3));
            }
            area.place("part-1", StorePath.ROOT.child(name), PlaceMode.NEW);
            area.remove();
            List<FileName> names = store.list(StorePath.ROOT, null, 9).entries().stream()
                    .map(entry -> entry.name())
                    .toList();
            if (!names.equals(List.of(name))) throw new IllegalStateException("names are " + names);
            store.open(StorePath.ROOT.child(name)).close();
        }
    }
}
