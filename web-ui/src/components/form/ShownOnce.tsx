import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Command } from '../Command';
import classes from './ShownOnce.module.css';

/** A secret that the server shows this once, to be copied. */
export function ShownOnce({
  title,
  secret,
  children,
  onClose,
}: {
  title: string;
  secret: string;
  children: ReactNode;
  onClose: () => void;
}) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={560}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={false}
      centered
    >
      <p className={classes.words}>{children}</p>
      <Command>{secret}</Command>
      <div className={classes.answers}>
        <Button onClick={onClose}>I have copied it</Button>
      </div>
    </Modal>
  );
}
