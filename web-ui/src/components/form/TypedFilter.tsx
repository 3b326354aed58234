import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

const TYPING_MILLIS = 300;

interface TypedFilterProps {
  label: string;
  value: string;
  placeholder: string;
  onValue: (value: string) => void;
}

/** A filter that takes effect when somebody stops typing. */
export function TypedFilter({ label, value, placeholder, onValue }: TypedFilterProps) {
  const [typed, setTyped] = useState(value);
  const tell = useDebouncedCallback(onValue, TYPING_MILLIS);
  return (
    <TextInput
      size="xs"
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
    />
  );
}
