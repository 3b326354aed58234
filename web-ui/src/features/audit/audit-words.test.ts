import { expect, test } from 'vitest';
import { resultTone } from './audit-words';

// U6
test('every success is good', () => {
  for (const result of ['OK', '200', '201', '202', '204']) expect(resultTone(result)).toBe('good');
  for (const result of ['403', '422', '500', 'REFUSED', '20']) expect(resultTone(result)).toBe('warn');
});
