import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

/** Rows are cards on a phone, of about 200 pixels each. */
const AT_FIRST = 12;
const STEP = 24;

interface PhoneRows<Row> {
  rows: readonly Row[];
  hidden: number;
  showMore: () => void;
}

/** On a phone only the first rows, so that a page does not become thousands of pixels high; elsewhere all. */
export function usePhoneRows<Row>(all: readonly Row[]): PhoneRows<Row> {
  const isPhone = useMediaQuery('(max-width: 760px)');
  const [most, setMost] = useState(AT_FIRST);
  const isCut = isPhone === true && all.length > most;
  return {
    rows: isCut ? all.slice(0, most) : all,
    hidden: isCut ? all.length - most : 0,
    showMore: () => setMost((before) => before + STEP),
  };
}
