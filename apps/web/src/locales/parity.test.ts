import { networkRecords } from '@portside/chain/networks/registry';
import { LANGUAGES } from '@portside/contract';
import { errors } from '@portside/contract/wire/errors';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadDocuments } from './documents.ts';
import { punctuationOf } from './punctuation.ts';
import { catalogue as shop } from './en/index.ts';
import { catalogue as pay } from './en/pay.ts';
import { product } from './en/product.ts';
import { fallbackOf, toKept, toTexts } from './texts.ts';
import { catalogue as admin } from './en/admin/index.ts';
import { catalogue as address } from './en/address.ts';
import { home } from './en/home.ts';
import { catalogue as named } from './en/named.ts';
import { orders } from './en/orders.ts';
import { browse } from './en/browse.ts';
import { recharges } from './en/recharges.ts';
import { catalogue as service } from './en/service/index.ts';

test.each(LANGUAGES)(
  'the guides in %s say how long an answer takes, and leave nothing open',
  async (language) => {
    const texts = await loadDocuments(language, { answerHours: 36 });
    expect(JSON.stringify(texts.refunds)).toMatch(/\b36\b/);
    expect(JSON.stringify(texts)).not.toContain('{{');
  },
);

test.each(LANGUAGES)(
  'the guide in %s says how long each network takes, as the top-up page does',
  async (language) => {
    const { topUp } = await loadDocuments(language, { answerHours: 36 });
    const guide = topUp.sections.flatMap((section) => section.paragraphs).join('\n');
    const { recharges } = await import(`./${language}/recharges.ts`);
    for (const { id, name } of networkRecords()) {
      const { time } = recharges.network[id];
      expect(guide).toMatch(new RegExp(`${name}(: |：)${time}`));
    }
  },
);

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

describe('the same texts in each language', () => {
  const files = import.meta.glob<Readonly<Record<string, object>>>(
    ['./*/*.ts', './*/*/index.ts', '!./*/{documents,errors}.ts'],
    { eager: true },
  );

  /** All texts of a language, as the one catalogue that a reader of all sees. */
  const catalogueOf = (language: string): object => {
    const all: Record<string, { errors?: object }> = Object.fromEntries(
      Object.entries(files)
        .filter(([path]) => path.startsWith(`./${language}/`))
        .map(([path, { catalogue, ...own }]) => [path.slice(`./${language}/`.length), catalogue ?? own]),
    );
    // Refusals stand in two files; English has them in one.
    const { errors: inOffice, ...office } = all['admin/index.ts']!;
    const shop = all['index.ts']!;
    return {
      ...all,
      'admin/index.ts': office,
      'index.ts': { ...shop, errors: { ...shop.errors, ...inOffice } },
    };
  };
  const all = LANGUAGES.map((language) => [language, catalogueOf(language)] as const);
  const en = catalogueOf('en');
  const others = all.filter(([language]) => language !== 'en');

  const PLURAL = /_(zero|one|two|few|many|other)$/;
  const texts = (catalogue: object) => new Map(flatten(catalogue));

  function flatten(group: object, path = ''): [key: string, text: string][] {
    return Object.entries(group).flatMap(([name, value]) =>
      typeof value === 'string'
        ? [[`${path}${name}`, value] as [string, string]]
        : flatten(value as object, `${path}${name}.`),
    );
  }

  /** Errors that this server never sends: in English, as the specification words them. */
  const reserved = new Set(
    Object.entries(errors).flatMap(([name, { isReserved }]) =>
      isReserved ? [`index.ts.errors.${name}`] : [],
    ),
  );

  /** Keys with their plural forms folded into one, and the forms apart. */
  function shapeOf(catalogue: object) {
    const forms = new Map<string, Set<string>>();
    const keys = new Set<string>();
    for (const key of texts(catalogue).keys()) {
      if (reserved.has(key)) continue;
      const form = PLURAL.exec(key)?.[1];
      const base = key.replace(PLURAL, '');
      keys.add(base);
      if (form) forms.set(base, (forms.get(base) ?? new Set()).add(form));
    }
    return { keys, forms };
  }

  const placeholders = (text: string) => new Set(text.match(/\{\{\w+\}\}/g) ?? []);
  const english = shapeOf(en);

  test.each(others)('%s has the keys of English, no more and no fewer', (_, catalogue) => {
    expect([...shapeOf(catalogue).keys].toSorted()).toEqual([...english.keys].toSorted());
  });

  test.each(all)('%s has exactly its plural categories', (language, catalogue) => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    const { forms } = shapeOf(catalogue);
    expect([...forms.keys()].toSorted()).toEqual([...english.forms.keys()].toSorted());
    for (const [key, found] of forms) expect([key, [...found].toSorted()]).toEqual([key, needed]);
  });

  test.each(others)('%s fills in the same values as English', (_, catalogue) => {
    const own = texts(catalogue);
    for (const [key, text] of texts(en)) {
      const translated = own.get(key);
      if (translated !== undefined)
        expect([key, placeholders(translated)]).toEqual([key, placeholders(text)]);
    }
  });

  test.each(all)('%s leaves no text empty', (_, catalogue) => {
    expect([...texts(catalogue)].filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});

describe('punctuation', () => {
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
});

describe('the specification', () => {
  const { failed, ...shell } = shop.shell;
  const { problem } = pay.wallet;

  /** Messages beside the error table, which the specification quotes in its section 8. */
  test.each([
    [shell.serviceBusy, 'Service busy, please try again later'],
    [failed.login, 'Login error, please refresh and try again'],
    [failed.register, 'Registration failed'],
    [failed.resetPassword, 'Password reset failed'],
    [failed.sendCode, 'Code send failed'],
    [failed.sendMessage, 'Message sending failed'],
    [product.notice.refusedTitle, 'Order failed, please try again'],
    [shell.copyFailed, 'Copy failed'],
    [problem.connectFailed, 'Wallet connect failed'],
    [problem.allowanceCheckFailed, 'Authorization check failed, please refresh'],
    [problem.authorizationTimeout, 'Authorization timeout'],
    [problem.paymentFailed, 'Payment failed, please retry'],
    [problem.notInstalled, 'Wallet app not installed'],
    [problem.authorizationRejected, 'You rejected the authorization'],
    [problem.balanceFailed, 'Balance fetch failed'],
    [problem.contractFailed, 'Contract interaction failed'],
    [problem.insufficientUsdt, 'Insufficient USDT balance'],
    [problem.addressMissing, 'Wallet address empty or not obtained'],
    [pay.wallet.none, 'Please install the wallet first'],
    [problem.notConnected, 'Please connect the wallet first'],
  ])('%j begins as the specification quotes it: %s', (text, quoted) => {
    expect(text.startsWith(quoted)).toBe(true);
  });
});

describe('use', () => {
  const SOURCES = join(import.meta.dirname, '..');
  const PLURAL = /_(zero|one|two|few|many|other)$/;

  /** Every quoted text of the sources, and what template literals begin with. */
  function textsOf(source: string): { whole: string[]; begun: string[] } {
    const whole = [...source.matchAll(/'([\w:.-]+)'/g)].map(([, text]) => text!);
    const begun = [...source.matchAll(/`([\w:.]+\.)\$\{/g)].map(([, text]) => text!);
    return { whole, begun };
  }

  const used = { whole: new Set<string>(), begun: new Set<string>() };
  for (const file of globSync('**/*.{ts,tsx}', { cwd: SOURCES, exclude: ['locales/*/**', '**/*.test.*'] })) {
    const { whole, begun } = textsOf(readFileSync(join(SOURCES, file), 'utf8'));
    for (const text of whole) used.whole.add(text.replace(/^(address|admin|named|pay|service):/, ''));
    for (const text of begun) used.begun.add(text.replace(/^(address|admin|named|pay|service):/, ''));
  }

  const isUsed = (key: string): boolean =>
    used.whole.has(key) || [...used.begun].some((beginning) => key.startsWith(beginning));

  function keysOf(group: object, path = ''): string[] {
    return Object.entries(group).flatMap(([name, value]) =>
      typeof value === 'string'
        ? [`${path}${name}`.replace(PLURAL, '')]
        : keysOf(value as object, `${path}${name}.`),
    );
  }

  // The error table's wording is looked up by name; the compiler holds it against the table.
  const { errors: _, ...texts } = shop;
  // So is that of findings.
  const { findings: __, ...backOffice } = admin;

  test.each([
    ['the shop', texts],
    ['the back office', backOffice],
    ['service', service],
    ['the home page', { home }],
    ['orders', { orders }],
    ['products', { product }],
    ['browsing products', { browse }],
    ['top-ups', { recharges }],
    ['payments', pay],
    ['own addresses', address],
    ['named payments', named],
  ])('every text of %s is shown somewhere', (_name, catalogue) => {
    expect(keysOf(catalogue).filter((key) => !isUsed(key))).toEqual([]);
  });

  test('a text that nothing shows is found', () => {
    expect(isUsed('shell.nav.home')).toBe(true);
    expect(isUsed('shell.nav.nowhere')).toBe(false);
  });
});
