import { Loader } from '@mantine/core';
import classes from './Loading.module.css';

export function Loading({ what }: { what: string }) {
  return (
    <output className={classes.loading}>
      <Loader size="sm" aria-hidden /> Loading {what} …
    </output>
  );
}
