import userEvent from '@testing-library/user-event';

/**
 * Pastes a text into a field, in place of what is in it: each key that is typed draws the whole page anew, and no test of a page is about the keys
 * of a code, a path or a reason.
 */
export async function fill(field: HTMLElement, text: string): Promise<void> {
  await userEvent.click(field);
  (field as HTMLInputElement | HTMLTextAreaElement).select();
  await userEvent.paste(text);
}
