import type { Finding } from '../holding-queries';

export interface FoundDirectory {
  /** `EXPORT/path`, without a slash at its end */
  directory: string;
  count: number;
  kinds: Record<string, number>;
}

export function directoryOf({ export: name, path }: Finding): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? name : `${name}/${path.slice(0, slash)}`;
}

/** Those with the most findings first. */
export function byDirectory(findings: readonly Finding[]): FoundDirectory[] {
  const directories = new Map<string, FoundDirectory>();
  for (const finding of findings) {
    const directory = directoryOf(finding);
    const found = directories.get(directory) ?? { directory, count: 0, kinds: {} };
    found.count += 1;
    found.kinds[finding.kind] = (found.kinds[finding.kind] ?? 0) + 1;
    directories.set(directory, found);
  }
  return [...directories.values()].sort(
    (one, other) => other.count - one.count || one.directory.localeCompare(other.directory),
  );
}
