import { expect, test } from 'vitest';
import { actionText, resultTone } from './audit-words';

// U6
test('an action is told in words, and one without words as it was logged', () => {
  expect(actionText('PUT /api/v1/links/{source}/limit', '/api/v1/links/north/limit')).toBe(
    'limited the link from north',
  );
  expect(actionText('POST /api/v1/jobs/{jobId}/cancel', '/api/v1/jobs/job-7/cancel')).toBe('cancel of job-7');
  expect(actionText('POST /api/v1/tokens', '/api/v1/tokens')).toBe('created a token');
  expect(actionText('CALL jobs.submit', 'job-7')).toBe('CALL jobs.submit');
});

// U6
test('every success is good', () => {
  for (const result of ['OK', '200', '201', '202', '204']) expect(resultTone(result)).toBe('good');
  for (const result of ['403', '422', '500', 'REFUSED', '20']) expect(resultTone(result)).toBe('warn');
});
