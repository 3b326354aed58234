import { Checkbox, Textarea } from '@mantine/core';
import classes from './CodeField.module.css';
import { Fingerprint } from './Fingerprint';
import { readCode, type CodeWords } from './invitation-code';

export interface EnteredCode {
  text: string;
  /** somebody compared the fingerprint with that of the other site */
  isCompared: boolean;
}

export const NO_CODE: EnteredCode = { text: '', isCompared: false };

/** What the code names once it may be used; null before. */
export function usableCode({ text, isCompared }: EnteredCode): CodeWords | null {
  return isCompared ? readCode(text) : null;
}

/** An invitation code of another site, and whose it is: its key is pinned for good, so a person compares it first. */
export function CodeField({ value, onValue }: { value: EnteredCode; onValue: (value: EnteredCode) => void }) {
  const words = readCode(value.text);
  return (
    <>
      <Textarea
        label="Invitation code"
        description="The person at the other site makes it; it works once and for 24 hours."
        placeholder="bdm1_…"
        rows={4}
        value={value.text}
        error={
          value.text.trim() !== '' && words === null && 'Not an invitation code, or a part of it is missing.'
        }
        classNames={{ input: classes.code ?? '' }}
        onChange={(event) => onValue({ text: event.currentTarget.value, isCompared: false })}
        spellCheck={false}
        data-autofocus
      />
      {words !== null && (
        <div className={classes.words}>
          <p>
            The code comes from the site <strong>{words.site}</strong>, whose data port is{' '}
            <code>{words.address}</code>. This site pins the key with this fingerprint:
          </p>
          <Fingerprint>{words.fingerprint}</Fingerprint>
          <Checkbox
            size="xs"
            label={`I compared it with the one that ${words.site} shows on its page “Sites”, or prints when it starts`}
            checked={value.isCompared}
            onChange={(event) => onValue({ ...value, isCompared: event.currentTarget.checked })}
          />
        </div>
      )}
    </>
  );
}
