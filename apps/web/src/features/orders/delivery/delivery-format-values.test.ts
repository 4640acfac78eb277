import { expect, test } from 'vitest';
import { isSeparator, toDeliveryFormat, toFormatValues } from './delivery-format-values.ts';

const tabbed = { columns: ['login'], separator: '\t', file_type: 'csv', has_header: true } as const;

test('what was read and not changed is written as it was', () => {
  const format = { ...tabbed, columns: ['login'] };
  expect(toDeliveryFormat(toFormatValues(format))).toEqual(format);
  expect(toFormatValues(format).separator).toBe('\\t');
});

test.each([
  ['txt', '----', true],
  ['txt', '123456789', false],
  ['txt', '', false],
  ['txt', '"', false],
  ['csv', ';', true],
  ['csv', '\\t', true],
  ['csv', '----', false],
  ['jsonl', '', true],
] as const)('%s with %j between values: %s', (fileType, separator, is) => {
  expect(isSeparator({ columns: [], hasHeader: false, fileType, separator })).toBe(is);
});
