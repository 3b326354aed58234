/** The moment of an input of the type datetime-local, which is in the reader's zone; null if it is none. */
export function momentOfInput(text: string): string | null {
  const moment = new Date(text);
  return text === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
