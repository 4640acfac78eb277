import { expect, test } from 'vitest';
import { chooseLanguage } from './languages.ts';

test.each([
  ['ru', ['en-US'], 'ru'],
  [null, ['pt-BR', 'en'], 'pt'],
  [null, ['zh-TW'], 'zh-cn'],
  [null, ['zh'], 'zh-cn'],
  [null, ['de-DE', 'ru-RU'], 'ru'],
  [null, ['de'], 'en'],
  [null, [], 'en'],
  ['klingon', ['EN-gb'], 'en'],
])('stored %s, browser %j → %s', (stored, browser, chosen) => {
  expect(chooseLanguage(stored, browser)).toBe(chosen);
});
