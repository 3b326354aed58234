import { NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import {
  bytesPerSecondOf,
  inUnit,
  RATE_UNIT_AT_FIRST,
  RATE_UNITS_OFFERED,
  typedUnit,
  type RateUnit,
} from '../../lib/units';
import classes from './RateField.module.css';

interface RateFieldProps {
  label: string;
  /** what a screen reader says of the unit */
  unitLabel?: string;
  /** at first; null for no limit */
  bytesPerSecond: number | null;
  onChange: (bytesPerSecond: number | null) => void;
  /** what is wrong; by default a limit of 0 is */
  error?: string | false;
  size?: 'xs' | 'sm';
  /** of a dialog: the field that has the focus when it opens */
  hasFocus?: boolean;
}

/** A limit of a rate, in bytes or in bits: at first in the unit in which it was typed. */
export function RateField({
  label,
  unitLabel = 'Unit',
  bytesPerSecond,
  onChange,
  error,
  size = 'xs',
  hasFocus = false,
}: RateFieldProps) {
  const [typed] = useState<RateUnit>(
    bytesPerSecond === null ? RATE_UNIT_AT_FIRST : typedUnit(bytesPerSecond),
  );
  const [unit, setUnit] = useState(typed);
  const [value, setValue] = useState<number | string>(
    bytesPerSecond === null ? '' : inUnit(bytesPerSecond, unit),
  );
  const wanted = value === '' ? null : bytesPerSecondOf(Number(value), unit);
  const enter = (next: number | string) => {
    setValue(next);
    onChange(next === '' ? null : bytesPerSecondOf(Number(next), unit));
  };
  const change = (next: RateUnit) => {
    if (wanted !== null) setValue(inUnit(wanted, next));
    setUnit(next);
  };
  return (
    <div className={classes.field}>
      <NumberInput
        size={size}
        label={label}
        placeholder="No limit"
        value={value}
        onChange={enter}
        min={0}
        allowNegative={false}
        decimalScale={6}
        hideControls
        data-autofocus={hasFocus || undefined}
        error={error ?? (!isLimit(wanted) && 'A limit is more than 0.')}
      />
      <NativeSelect
        size={size}
        aria-label={unitLabel}
        data={RATE_UNITS_OFFERED.includes(typed) ? [...RATE_UNITS_OFFERED] : [typed, ...RATE_UNITS_OFFERED]}
        value={unit}
        onChange={(event) => change(event.currentTarget.value as RateUnit)}
      />
    </div>
  );
}

/** False for a number that limits nothing; null is no limit. */
export function isLimit(bytesPerSecond: number | null): boolean {
  return bytesPerSecond === null || bytesPerSecond >= 1;
}
