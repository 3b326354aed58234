/** How data is protected between the sites, in words. */
export function securityText(dataSecurity: string | null | undefined): string {
  if (dataSecurity == null) return 'no data stream yet';
  return dataSecurity === 'plain' ? 'not encrypted' : `encrypted with ${dataSecurity.toUpperCase()}`;
}
