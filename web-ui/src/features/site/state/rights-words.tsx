import { None } from '../../../components/table/None';

/** The exports that a site may use, `–` for none. */
export function RightsText({ rights }: { rights: readonly string[] }) {
  if (rights.length === 0) return <None />;
  const text = rights.join(', ');
  return <bdi title={text}>{text}</bdi>;
}
