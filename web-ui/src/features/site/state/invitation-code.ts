/** What an invitation code names, besides its secret. */
export interface CodeWords {
  site: string;
  /** the data port, HOST:PORT */
  address: string;
  /** of the key that will be pinned: SHA256: and 64 hexadecimal digits */
  fingerprint: string;
}

const PREFIX = 'bdm1_';
const FINGERPRINT = /^(?:SHA256:)?[0-9a-f]{64}$/;

/** Reads a code; null for a text that is none, or of which something is cut off. The server reads it again. */
export function readCode(text: string): CodeWords | null {
  const code = text.trim();
  if (!code.startsWith(PREFIX)) return null;
  try {
    const base64 = code.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const [site, address, fingerprint, secret, ...more] = new TextDecoder().decode(bytes).split('\n');
    if (!site || !address || fingerprint === undefined || !FINGERPRINT.test(fingerprint)) return null;
    if (secret === undefined || !/^[0-9a-f]{64}$/.test(secret) || more.length > 0) return null;
    return { site, address, fingerprint: fingerprint.replace(/^(?!SHA256:)/, 'SHA256:') };
  } catch {
    return null;
  }
}
