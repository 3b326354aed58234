import { NumberInput } from '@mantine/core';

interface CountFieldProps {
  label: string;
  /** empty for no limit */
  value: number | string;
  onChange: (value: number | string) => void;
}

/** A limit of streams or files. */
export function CountField({ label, value, onChange }: CountFieldProps) {
  return (
    <NumberInput
      size="xs"
      label={label}
      placeholder="No limit"
      value={value}
      onChange={onChange}
      min={1}
      allowNegative={false}
      allowDecimal={false}
      hideControls
    />
  );
}

/** False for a number that would let nothing through. */
export function isCount(value: number | string): boolean {
  return value === '' || Number(value) >= 1;
}
