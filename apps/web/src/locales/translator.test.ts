import { expect, test } from 'vitest';
import { Translator, type Values } from './translator.ts';

const english = {
  hello: 'Hello, {{name}}',
  cart: { item_one: '{{count}} item', item_other: '{{count}} items', none: 'Empty' },
};
const russian = {
  hello: 'Здравствуйте, {{name}}',
  cart: { item_one: '{{count}} товар', item_few: '{{count}} товара', item_many: '{{count}} товаров' },
};

const say = (translator: Translator, name: string, values?: Values, groups = ['shop']): string =>
  translator.speech().translate(groups, name, values);

test('a text is filled with its values, and with nothing where one is missing', () => {
  const translator = new Translator('en', { shop: english });
  expect(say(translator, 'hello', { name: '<b>Ann</b> {{name}}' })).toBe('Hello, <b>Ann</b> {{name}}');
  expect(say(translator, 'hello')).toBe('Hello, ');
  expect(say(translator, 'cart.none')).toBe('Empty');
});

test('numbers choose the plural form of their language', () => {
  const translator = new Translator('en', { shop: english });
  translator.add('ru', 'shop', russian);
  const items = (): string[] => [0, 1, 2, 5, 21].map((count) => say(translator, 'cart.item', { count }));
  expect(items()).toEqual(['0 items', '1 item', '2 items', '5 items', '21 items']);
  translator.changeLanguage('ru');
  expect(items()).toEqual(['0 товаров', '1 товар', '2 товара', '5 товаров', '21 товар']);
});

test('large numbers are grouped as their language groups them', () => {
  const translator = new Translator('en', { shop: english });
  translator.add('ru', 'shop', russian);
  expect(say(translator, 'cart.item', { count: 1_000 })).toBe('1,000 items');
  translator.changeLanguage('ru');
  expect(say(translator, 'cart.item', { count: 12_345 })).toBe('12\u00A0345 товаров');
});

test('a number without forms of its own takes the only text there is', () => {
  const translator = new Translator('en', { shop: { left: '{{count}} left' } });
  expect(say(translator, 'left', { count: 1 })).toBe('1 left');
  const chinese = new Translator('zh-cn', { shop: { left_other: '还剩 {{count}} 个' } });
  expect(say(chinese, 'left', { count: 1 })).toBe('还剩 1 个');
});

test('groups are looked up in their order, or by their name before the text', () => {
  const translator = new Translator('en', { shop: english, admin: { hello: 'Back office', only: 'Here' } });
  expect(say(translator, 'hello', { name: 'Ann' }, ['shop', 'admin'])).toBe('Hello, Ann');
  expect(say(translator, 'admin:hello', {}, ['shop', 'admin'])).toBe('Back office');
  expect(say(translator, 'only', {}, ['shop', 'admin'])).toBe('Here');
  expect(say(translator, 'only')).toBe('only');
});

test('what is missing shows its own name, or what is given instead', () => {
  const translator = new Translator('en', { shop: english });
  for (const name of ['cart.nothing', 'cart', 'hello.deeper', 'constructor', 'nowhere:hello'])
    expect(say(translator, name)).toBe(name);
  expect(say(translator, 'cart.nothing', { defaultValue: 'Sold' })).toBe('Sold');
});

test('texts added later join those that are there, and nothing is drawn again for them', () => {
  const translator = new Translator('en', { shop: english });
  let drawn = 0;
  const stop = translator.subscribe(() => (drawn += 1));
  translator.add('en', 'shop', { cart: { full: 'Full' } });
  expect([say(translator, 'cart.full'), say(translator, 'cart.none'), drawn]).toEqual(['Full', 'Empty', 0]);
  expect(translator.read('shop', 'cart')).toMatchObject({ full: 'Full', none: 'Empty' });
  translator.changeLanguage('en');
  stop();
  translator.changeLanguage('en');
  expect(drawn).toBe(1);
});
