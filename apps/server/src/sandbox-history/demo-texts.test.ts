import { LANGUAGES } from '@portside/contract';
import { expect, test } from 'vitest';
import { DEMO_CATEGORIES, HOME_LEDE, type DemoTexts } from '../features/sandbox/index.ts';
import { BACK_IN_STOCK, WELCOME } from './scripted-days.ts';

const goods = DEMO_CATEGORIES.flatMap((category) => category.goods);
const written: readonly DemoTexts[] = [
  HOME_LEDE,
  ...DEMO_CATEGORIES.map(({ name }) => name),
  ...goods.flatMap(({ name, description, instruction }) => [
    name,
    description,
    ...(instruction ? [instruction] : []),
  ]),
  ...[BACK_IN_STOCK, WELCOME].flatMap(({ title, body }) => [title, body]),
];

const LETTERS = { 'zh-cn': /\p{Script=Han}/u, ru: /\p{Script=Cyrillic}/u } as const;
/** All but italics, which Chinese writes as quotation marks. */
const tagsOf = (html: string): string[] =>
  (html.match(/<\/?\w+>/g) ?? []).filter((tag) => !tag.includes('em'));
/** Made of nothing but a name and a size. */
const isNameOnly = (text: string): boolean => /^\p{Lu}\p{Ll}+ \d+ [A-Z]{2}$/u.test(text);

test.each(written.map((texts) => [texts.en, texts] as const))('%s: in all languages', (en, texts) => {
  expect(LANGUAGES.filter((language) => !texts[language].trim())).toEqual([]);
  for (const language of LANGUAGES) expect(tagsOf(texts[language])).toEqual(tagsOf(en));
  if (isNameOnly(en)) return;
  for (const language of ['zh-cn', 'ru'] as const) expect(texts[language]).toMatch(LETTERS[language]);
  expect(new Set(Object.values(texts)).size).toBe(LANGUAGES.length);
});
