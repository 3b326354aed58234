import classes from './None.module.css';

/** Stands where a row has no value; on a phone, where a value has its name beside it, the two are left out. */
export function None() {
  return (
    <span className={classes.none} data-none>
      –
    </span>
  );
}
