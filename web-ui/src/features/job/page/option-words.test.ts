import { expect, test } from 'vitest';
import type { Schemas } from '../../../api/messages';
import { optionFacts } from './option-words';

test('an option without words of its own is shown by its name', () => {
  const options = {
    readers: 4,
    somethingNew: 'left',
    include: [],
    exclude: [],
  } as unknown as Schemas['JobOptions'];
  const shown = Object.fromEntries(optionFacts(options));
  expect(shown).toMatchObject({ Readers: '4', 'Something new': 'left' });
});
