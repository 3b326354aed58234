import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorPanel } from '../ErrorPanel';
import classes from './Confirm.module.css';

interface ConfirmProps {
  opened: boolean;
  title: string;
  /** what happens, in words */
  children: ReactNode;
  /** what the button says: the verb and its object */
  action: string;
  /** coloured as what destroys something */
  destroys?: boolean;
  /** false while what has to be filled in is missing */
  ready?: boolean;
  running: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone, or that needs one more word. */
export function Confirm({
  opened,
  title,
  children,
  action,
  destroys = false,
  ready = true,
  running,
  error,
  onConfirm,
  onClose,
}: ConfirmProps) {
  return (
    // lockScroll would put a style element into the page, which the content security policy refuses
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      lockScroll={false}
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // of a form around the button that asks, nothing is to be sent
          event.stopPropagation();
          if (ready && !running) onConfirm();
        }}
      >
        <div className={classes.words}>{children}</div>
        {error != null && <ErrorPanel error={error} />}
        <div className={classes.answers}>
          <Button variant="default" onClick={onClose} data-autofocus={destroys || undefined}>
            Back
          </Button>
          <Button
            type="submit"
            className={destroys ? classes.destroys : undefined}
            loading={running}
            disabled={!ready}
          >
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
