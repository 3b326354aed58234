import { Button, CopyButton } from '@mantine/core';
import classes from './Command.module.css';

/** A command line to be run in a terminal. */
export function Command({ children }: { children: string }) {
  return (
    <div className={classes.command}>
      <code>{children}</code>
      <CopyButton value={children}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="default" onClick={copy} aria-label={`Copy: ${children}`}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
