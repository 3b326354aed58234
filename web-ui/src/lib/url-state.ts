import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Reads one field of an address; gives the default for what is missing or wrong, and null to leave a value out of the address. */
export interface UrlField<T> {
  read: (text: string | undefined) => T;
  write: (value: T) => string | null;
}

export function urlText(): UrlField<string> {
  return { read: (text) => text ?? '', write: (value) => (value === '' ? null : value) };
}

export function urlChoice<T extends string>(choices: readonly T[], fallback: T): UrlField<T> {
  return {
    read: (text) => choices.find((each) => each === text) ?? fallback,
    write: (value) => (value === fallback ? null : value),
  };
}

/** One of the choices, or null for none of them. */
export function urlOptional<T extends string>(choices: readonly T[]): UrlField<T | null> {
  return { read: (text) => choices.find((each) => each === text) ?? null, write: (value) => value };
}

/** Several values in one parameter, with commas between them. */
export function urlList(): UrlField<string[]> {
  return {
    read: (text) => (text === undefined || text === '' ? [] : text.split(',')),
    write: (values) => (values.length === 0 ? null : values.join(',')),
  };
}

/** A field is only given values that it could have read. */
type Fields = Record<
  string,
  { read: (text: string | undefined) => unknown; write: (value: never) => string | null }
>;
type Values<F extends Fields> = { [K in keyof F]: ReturnType<F[K]['read']> };

/**
 * The state of a view, kept in the address, so that a reload, a bookmark and a link to a colleague show the same. A change replaces the entry
 * of the history. Keep `fields` outside of the component.
 */
export function useUrlState<F extends Fields>(fields: F): [Values<F>, (change: Partial<Values<F>>) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const values = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const text = search[name];
      return [name, field.read(typeof text === 'string' ? text : undefined)];
    }),
  ) as unknown as Values<F>;
  const change = useCallback(
    (changes: Partial<Values<F>>) => {
      const search = (before: Record<string, unknown>) => {
        const after = { ...before };
        for (const [name, value] of Object.entries(changes)) {
          const text = fields[name]!.write(value as never);
          if (text === null) delete after[name];
          else after[name] = text;
        }
        return after;
      };
      void navigate({ to: '.', search: search as never, replace: true });
    },
    [fields, navigate],
  );
  return [values, change];
}

/** Addresses with plain values: `?state=FAILED&q=tas`, never JSON. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') parameters.set(name, value);
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
