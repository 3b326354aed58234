import { NativeSelect } from '@mantine/core';
import { ROLES, type RoleName } from './people-queries';

/** A role, with what it may do below. */
export function RoleChoice({ value, onValue }: { value: RoleName; onValue: (role: RoleName) => void }) {
  return (
    <NativeSelect
      label="Role"
      description={`Who has it ${ROLES.find(({ role }) => role === value)?.may ?? 'reads metrics'}.`}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value as RoleName)}
      data={ROLES.map(({ role }) => role)}
    />
  );
}
