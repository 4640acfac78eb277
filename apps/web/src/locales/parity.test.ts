import { expect, test } from 'vitest';
const files = import.meta.glob<Readonly<Record<string, object>>>(
  ['./*/*.ts', './*/*/index.ts', '!./*/{documents,errors}.ts'],
  { eager: true },
);

/** All texts of a language, as the one catalogue that a reader of all sees. */
const catalogueOf = (language: string): object =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.startsWith(`./${language}/`))
      .map(([path, { catalogue, ...own }]) => [path.slice(`./${language}/`.length), catalogue ?? own]),
  );
const [en, pt, ru, zhCn] = ['en', 'pt', 'ru', 'zh-cn'].map(catalogueOf) as [object, object, object, object];

const PLURAL = /_(zero|one|two|few|many|other)$/;
const texts = (catalogue: object) => new Map(flatten(catalogue));

function flatten(group: object, path = ''): [key: string, text: string][] {
  return Object.entries(group).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[`${path}${name}`, value] as [string, string]]
      : flatten(value as object, `${path}${name}.`),
  );
}

/** Keys with their plural forms folded into one, and the forms apart. */
function shapeOf(catalogue: object) {
  const forms = new Map<string, Set<string>>();
  const keys = new Set<string>();
  for (const key of texts(catalogue).keys()) {
    const form = PLURAL.exec(key)?.[1];
    const base = key.replace(PLURAL, '');
    keys.add(base);
    if (form) forms.set(base, (forms.get(base) ?? new Set()).add(form));
  }
  return { keys, forms };
}

const placeholders = (text: string) => new Set(text.match(/\{\{\w+\}\}/g) ?? []);
const english = shapeOf(en);
const others = [
  ['zh-cn', zhCn],
  ['pt', pt],
  ['ru', ru],
] as const;

test.each(others)('%s has the keys of English, no more and no fewer', (_, catalogue) => {
  expect([...shapeOf(catalogue).keys].toSorted()).toEqual([...english.keys].toSorted());
});

test.each([['en', en] as const, ...others])('%s has exactly its plural categories', (language, catalogue) => {
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
  const { forms } = shapeOf(catalogue);
  expect([...forms.keys()].toSorted()).toEqual([...english.forms.keys()].toSorted());
  for (const [key, found] of forms) expect([key, [...found].toSorted()]).toEqual([key, needed]);
});

test.each(others)('%s fills in the same values as English', (_, catalogue) => {
  const own = texts(catalogue);
  for (const [key, text] of texts(en)) {
    const translated = own.get(key);
    if (translated !== undefined) expect([key, placeholders(translated)]).toEqual([key, placeholders(text)]);
  }
});

test.each([['en', en] as const, ...others])('%s leaves no text empty', (_, catalogue) => {
  expect([...texts(catalogue)].filter(([, text]) => text.trim() === '')).toEqual([]);
});
