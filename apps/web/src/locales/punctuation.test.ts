import { LANGUAGES } from '@portside/contract';
import { expect, test } from 'vitest';
import { punctuationOf } from './punctuation.ts';

test('Chinese has its own colon and comma, and no space between sentences', () => {
  const { pair, list, sentences, space } = punctuationOf('zh-cn');
  expect(pair('网络', 'TRON')).toBe('网络：TRON');
  expect(list(['一', '二'])).toBe('一、二');
  expect(sentences('一。', '二。')).toBe('一。二。');
  expect(space).toBe('');
});

test('sentences that do not apply leave no space behind', () => {
  expect(punctuationOf('en').sentences('One.', false, null, undefined, '', 'Two.')).toBe('One. Two.');
});

test.each(LANGUAGES)('%s joins a name and its value', (language) => {
  expect(punctuationOf(language).pair('a', 'b')).toMatch(/^a(: |：)b$/);
});
