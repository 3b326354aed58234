const LEVELS: Record<string, string> = {
  published: 'the digest equals the published one',
  readback: 'read again from the device after writing',
  'readback(memory)': 'read again, from a file system in memory',
  stream: 'every block checked, and a digest over what was written',
};

/** What a level of evidence means; empty for one of a later version. */
export function evidenceText(level: string): string {
  return LEVELS[level] ?? '';
}
