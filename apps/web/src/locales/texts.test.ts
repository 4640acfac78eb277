import { expect, test } from 'vitest';
import { fallbackOf, toKept, toTexts } from './texts.ts';

test('what is kept is edited in every language, and kept without the empty ones', () => {
  const kept = { pt: 'Novo', ru: 'Новое' };
  expect(toTexts(kept)).toEqual({ 'zh-cn': '', en: '', ...kept });
  expect(toKept({ ...toTexts(kept), en: '  ' })).toEqual(kept);
});

test('readers of another language get English, else any', () => {
  expect(fallbackOf(toTexts({ pt: 'Novo', en: 'New' }))).toBe('en');
  expect(fallbackOf(toTexts({ pt: 'Novo' }))).toBe('pt');
  expect(fallbackOf(toTexts({ en: ' ' }))).toBeUndefined();
});
