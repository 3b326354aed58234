import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorPanel } from '../ErrorPanel';
import classes from './FormDialog.module.css';

interface FormDialogProps {
  title: string;
  /** what the button says: the verb and its object */
  action: string;
  /** false while what has to be filled in is missing */
  ready?: boolean;
  running: boolean;
  error: unknown;
  children: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
}

/** Fields of a new thing, or of a changed one; what the server refuses stands below them. */
export function FormDialog({
  title,
  action,
  ready = true,
  running,
  error,
  children,
  onSubmit,
  onClose,
}: FormDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={520}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !running) onSubmit();
        }}
      >
        {children}
        {error != null && <ErrorPanel error={error} />}
        <div className={classes.answers}>
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" loading={running} disabled={!ready}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
