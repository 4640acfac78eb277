import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { formatUsdtBalance } from '../lib/format/numbers.ts';
import { LANGUAGES } from '../locales/languages.ts';

const script = readFileSync(join(import.meta.dirname, '../../public/start.js'), 'utf8');

type Reader = {
  path?: string;
  stored?: object;
  visit?: string;
  width?: number;
  address?: string;
  isDark?: boolean;
  isOld?: boolean;
};

/** Runs the script on a Russian page that is prerendered for certain readers; returns what it sets on the page. */
function start(
  prerenderedFor: object | undefined,
  { path = '/docs', stored = {}, visit, width = 390, address = '', isDark, isOld = false }: Reader,
): Record<string, string> {
  const page = { lang: 'ru', dataset: {} as Record<string, string> };
  const location = {
    pathname: path,
    search: address,
    hash: '#a',
    replace: (to: string) => void (page.dataset['led'] = to),
  };
  const places = ['balance'].map((kept) => ({ dataset: { kept }, textContent: '' }));
  const bars = ['7', '5'].map((id) => ({
    dataset: { announcement: 'home', id },
    hidden: id === '5',
    closest: () => ({ dataset: { prerendered: '0' } }),
  }));
  const sheets = ['max', 'min'].map((one) => ({ media: `(${one}-width)`, rel: 'preload' }));
  runInNewContext(script, {
    document: {
      documentElement: page,
      querySelectorAll: (selector: string) =>
        selector.includes('announcement') ? bars : selector.startsWith('link') ? sheets : places,
      addEventListener: () => undefined,
      currentScript: {
        dataset: prerenderedFor ? { prerenderedFor: JSON.stringify([prerenderedFor].flat()) } : {},
      },
    },
    // Everything is there at once.
    MutationObserver: class {
      observe: () => void;
      constructor(onChange: () => void) {
        this.observe = onChange;
      }
      disconnect = () => undefined;
    },
    localStorage: { getItem: () => JSON.stringify({ state: stored, version: 1 }) },
    sessionStorage: {
      getItem: (name: string) => (name === 'visit-language' ? (visit ?? null) : null),
      setItem: (_: string, language: string) => void (page.dataset['stored'] = language),
    },
    location,
    CSS: { supports: () => !isOld },
    history: {
      state: null,
      replaceState: (_: null, __: string, left: string) => {
        page.dataset['address'] = left;
        location.search = /\?[^#]*/.exec(left)?.[0] ?? '';
      },
    },
    matchMedia: (query: string) => ({
      matches: query.includes('dark') ? isDark === true : query.includes('max') === width <= 768,
    }),
  });
  const filled = places.filter(({ textContent }) => textContent !== '');
  return {
    ...page.dataset,
    lang: page.lang,
    sheets: sheets.flatMap(({ rel, media }) => (rel === 'stylesheet' ? media : [])).join(),
    announcements: bars.flatMap(({ hidden, dataset }) => (hidden ? [] : dataset.id)).join(),
    ...Object.fromEntries(filled.map(({ dataset, textContent }) => [dataset.kept, textContent])),
  };
}

const buyer = { token: 't' };
const UNTOUCHED = { mantineColorScheme: 'light', lang: 'ru', announcements: '7', sheets: '(max-width)' };
const onPhones = { isSignedIn: true, isPhone: true };

test.each<[string, object, Reader]>([
  ['anybody', {}, {}],
  ['anybody, at any width', {}, { stored: buyer, width: 1_440 }],
  ['a buyer on a phone', onPhones, { stored: buyer, width: 768 }],
  ['whoever chose the language of the drawing', {}, { stored: { language: 'ru' } }],
  ['where to go next', {}, { address: '?redirect=/mobile/index' }],
])('the drawing shows for %s', (_, prerenderedFor, reader) => {
  expect(start(prerenderedFor, reader)).toMatchObject({ shows: '0', lang: 'ru' });
});

test.each<[string, object, Reader]>([
  ['a visitor, where buyers are meant', onPhones, {}],
  ['a buyer, where visitors are meant', { isSignedIn: false }, { stored: buyer }],
  ['a wide screen, where phones are meant', onPhones, { stored: buyer, width: 769 }],
  ['another language by choice', {}, { stored: { language: 'pt' } }],
  ['another form', {}, { address: '?mode=register' }],
  ['another form after all', {}, { address: '?redirect=/pay&mode=reset' }],
])('the start screen shows for %s', (_, prerenderedFor, reader) => {
  expect(start(prerenderedFor, reader)).toMatchObject({ shows: 'start' });
});

const front = [
  { isSignedIn: false, isPhone: true },
  { isSignedIn: false, isPhone: false },
];

test.each<[string, Reader, string]>([
  ['a phone', {}, '0'],
  ['a wide screen', { width: 769 }, '1'],
  ['a buyer', { stored: buyer }, 'start'],
])('of several drawings, %s sees the one that fits', (_, reader, shows) => {
  expect(start(front, reader)).toMatchObject({ shows });
});

test('the front page shows nothing else for what a link adds to its address', () => {
  const address = '?utm_source=x&promotion_code=abcd2345';
  expect(start(front, { address, path: '/' })).toMatchObject({ shows: '0' });
  expect(start(front, { address, path: '/login' })).toMatchObject({ shows: 'start' });
});

test('a signed-in reader who opens the front page on a phone is led to their home page before anything shows', () => {
  const onFront = (reader: Reader) => start(front, { path: '/', ...reader });
  expect(onFront({ stored: buyer })).toMatchObject({ shows: 'nothing', led: '/mobile/index' });
  expect(onFront({ stored: buyer, width: 769 })).toMatchObject({ shows: 'start' });
  for (const reader of [{}, { stored: buyer, width: 769 }, { stored: buyer, address: '?promotion_code=x' }])
    expect(onFront(reader)).not.toHaveProperty('led');
  expect(start(front, { stored: buyer, path: '/login' })).not.toHaveProperty('led');
});

test.each([
  [[], '7'],
  [['77'], '7'],
  [['3', '7'], '5'],
  [['5'], '7'],
  [['7', '5'], ''],
])(
  'of two announcements, to a reader who has put away %j shows %s, also where nothing fits',
  (ids, shown) => {
    const stored = { announcementsPutAway: ids };
    expect(start({}, { stored })).toMatchObject({ shows: '0', announcements: shown });
    expect(start(onPhones, { stored })).toMatchObject({ shows: 'start', announcements: shown });
  },
);

test('a browser that is too old is told so at once', () => {
  expect(start({}, { isOld: true })).toHaveProperty('unable');
  expect(start({}, {})).not.toHaveProperty('unable');
});

test('a place is kept free for the name of an agent whose link brought the reader, now or earlier', () => {
  const code = 'Abcd2345';
  for (const reader of [{ address: `?a=b&promotion_code=${code}` }, { stored: { promotionCode: code } }])
    expect(start({}, reader)).toHaveProperty('invited');
  for (const address of [
    '',
    '?promotion_code=abc',
    '?promotion_code=abcd23456',
    '?no_promotion_code=abcd2345',
  ])
    expect(start({}, { address })).not.toHaveProperty('invited');
});

test('what was kept of the last visit is filled into a drawing that fits, as the page writes it', () => {
  const stored = { ...buyer, user: { balance: '1234567.899' } };
  const balance = formatUsdtBalance(stored.user.balance, 'ru');
  expect(start(onPhones, { stored })).toMatchObject({ shows: '0', balance });
  const other = start(onPhones, { stored, width: 1_440 });
  expect(other).toEqual({ ...UNTOUCHED, shows: 'start', sheets: '(min-width)' });
});

test('a language in the address is that of the visit: it comes before the stored one and leaves the address', () => {
  const stored = { language: 'ru' };
  const asked = start({}, { stored, address: '?lang=PT&redirect=/pay' });
  expect(asked).toMatchObject({ lang: 'pt', visitLanguage: 'pt', stored: 'pt', shows: 'start' });
  expect(asked['address']).toBe('/docs?redirect=/pay#a');
  expect(start({}, { address: '?redirect=/pay&lang=zh-cn' })['address']).toBe('/docs?redirect=/pay#a');
  expect(start({}, { stored, visit: 'pt' })).toMatchObject({ lang: 'pt', shows: 'start' });
});

// The script is sent as it is, so it names the languages itself.
test.each(LANGUAGES)('the script knows every language of the shop: %s', (lang) => {
  expect(start({}, { address: `?lang=${lang}` })).toMatchObject({ lang, visitLanguage: lang });
});

test('a drawing in the language of the address shows, and an unknown language is none', () => {
  const asked = start({}, { stored: { language: 'pt' }, address: '?lang=ru' });
  expect(asked).toMatchObject({ shows: '0', lang: 'ru', address: '/docs#a' });
  for (const address of ['?lang=xx', '?lang=', '?language=pt', '?lang=ptx', '?x=lang=pt'])
    expect(start({}, { address })).toEqual({ ...UNTOUCHED, shows: 'start' });
});

test('the stylesheets of the other width stay preloads that do not match', () => {
  expect(start({}, { width: 769 }).sheets).toBe('(min-width)');
});

test('where nothing is drawn there is nothing to decide', () => {
  expect(start(undefined, {})).toEqual(UNTOUCHED);
});

test('colours and language are those that were chosen, else those of the system', () => {
  expect(start({}, { stored: { theme: 'dark', language: 'pt' } })).toMatchObject({
    mantineColorScheme: 'dark',
    lang: 'pt',
  });
  expect(start({}, { stored: { theme: 'light' }, isDark: true }).mantineColorScheme).toBe('light');
  expect(start({}, { isDark: true }).mantineColorScheme).toBe('dark');
});

type Rules = { createHTML(text: string, type?: string, sink?: string): string };

test('text becomes HTML only where it has no tag, or where it is only read', () => {
  const policies = new Map<string, Rules>();
  const trustedTypes = { createPolicy: (name: string, rules: Rules) => void policies.set(name, rules) };
  // What follows the policy misses the page that it is for.
  expect(() => runInNewContext(script, { trustedTypes })).toThrow();
  expect([...policies.keys()]).toEqual(['default']);
  const { createHTML } = policies.get('default')!;
  const sheet = '@media (min-width: 48em) { .a > .b { color: red } }';
  expect(createHTML(sheet, 'TrustedHTML', 'Element innerHTML')).toBe(sheet);
  const read = '<p>a text</p>';
  expect(createHTML(read, 'TrustedHTML', 'DOMParser parseFromString')).toBe(read);
  for (const sink of ['Element innerHTML', 'Document write', undefined])
    expect(() => createHTML('<img src=x onerror=alert(1)>', 'TrustedHTML', sink)).toThrow(/elements/);
});
