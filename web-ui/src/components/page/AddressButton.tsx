import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface AddressButtonProps {
  /** path and query of a page, as the server names them */
  address: string;
  isFirst: boolean;
  title: string;
  children: ReactNode;
}

/** A link to a page whose address is not known before; a plain click stays in the program. */
export function AddressButton({ address, isFirst, title, children }: AddressButtonProps) {
  const router = useRouter();
  return (
    <Button
      component="a"
      href={address}
      size="xs"
      {...(isFirst ? {} : { variant: 'default' as const })}
      title={title}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        router.history.push(address);
      }}
    >
      {children}
    </Button>
  );
}
