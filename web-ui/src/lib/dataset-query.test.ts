import { expect, test } from 'vitest';
import { queryOf, queryText } from './dataset-query';

test('facets, exclusions and words are told apart, and several values of a facet are gathered', () => {
  expect(queryOf('  table_id=Amon,day table_id=fx experiment_id!=piControl sea ice ')).toEqual({
    facets: { table_id: ['Amon', 'day', 'fx'] },
    excluded: { experiment_id: ['piControl'] },
    text: 'sea ice',
  });
});

test('what was read can be written, and an empty facet is left out', () => {
  expect(queryText(queryOf('table_id=Amon,day experiment_id!=piControl source_id='))).toBe(
    'table_id=Amon,day experiment_id!=piControl',
  );
});
