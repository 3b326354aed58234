import { TagsInput } from '@mantine/core';
import { useExports } from '../site-queries';

export interface Rights {
  read: string[];
  write: string[];
}

interface RightsFieldsProps {
  /** who gets them */
  site: string;
  value: Rights;
  onValue: (rights: Rights) => void;
}

/** The exports to choose from must not cover the button of the form. */
const ABOVE = { position: 'top' } as const;

/** What another site may do here. */
export function RightsFields({ site, value, onValue }: RightsFieldsProps) {
  const exports = useExports().data?.items ?? [];
  const readable = exports.map((each) => each.name);
  const writable = exports.filter((each) => each.mode === 'rw').map((each) => each.name);
  return (
    <>
      <TagsInput
        label={`${site} may read here`}
        description="Exports, as EXPORT or EXPORT/directory; Enter adds one."
        placeholder={value.read.length === 0 ? 'nothing' : ''}
        data={readable}
        comboboxProps={ABOVE}
        value={value.read}
        onChange={(read) => onValue({ ...value, read })}
      />
      <TagsInput
        label={`${site} may submit jobs that write here`}
        description="Only for a site that may fill your disks."
        placeholder={value.write.length === 0 ? 'nothing' : ''}
        data={writable}
        comboboxProps={ABOVE}
        value={value.write}
        onChange={(write) => onValue({ ...value, write })}
      />
    </>
  );
}
