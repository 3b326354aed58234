import classes from './Fingerprint.module.css';

/** Digits in groups of four, as two people compare them on the phone; copied without the gaps. */
export function Fingerprint({ children }: { children: string }) {
  const [, digits = children] = /^SHA256:(.+)$/.exec(children) ?? [];
  return (
    <code className={classes.fingerprint} title={children}>
      <span className={classes.kind}>SHA256:</span>
      {(digits.match(/.{1,4}/g) ?? []).map((group, index) => (
        <span key={index} className={classes.group}>
          {group}
        </span>
      ))}
    </code>
  );
}
