import { NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { bytesPerSecondOf, inUnit, RATE_UNITS, type RateUnit } from './network-rate';
import classes from './RateField.module.css';

interface RateFieldProps {
  label: string;
  /** what a screen reader says of the unit */
  unitLabel?: string;
  /** at first; null for no limit */
  bytesPerSecond: number | null;
  onChange: (bytesPerSecond: number | null) => void;
}

/** A limit of a rate, in bytes or in bits. */
export function RateField({ label, unitLabel = 'Unit', bytesPerSecond, onChange }: RateFieldProps) {
  const [unit, setUnit] = useState<RateUnit>('Mbit/s');
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
        size="xs"
        label={label}
        placeholder="No limit"
        value={value}
        onChange={enter}
        min={0}
        allowNegative={false}
        decimalScale={6}
        hideControls
        error={!isLimit(wanted) && 'A limit is more than 0.'}
      />
      <NativeSelect
        size="xs"
        aria-label={unitLabel}
        data={[...RATE_UNITS]}
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
