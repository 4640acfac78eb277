import type { AdminGoods, ImportForm } from '@portside/contract';
import { expect, test } from 'vitest';
import {
  createGuess,
  HELD,
  likelyColumn,
  productsFor,
  targetsOf,
  valuesOfProducts,
} from './import-products.ts';

const format = { separator: '----', columns: ['account', 'password'] };
const valueOf = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  names: { en: name, ...more },
  goods: 1,
});
const countries = { values: [valueOf('10', 'Germany', { ru: 'Германия' }), valueOf('11', 'Brazil')] };
const ages = { values: [valueOf('20', 'New'), valueOf('21', '1 year')] };

const product = (id: string, name: string, values: readonly string[], more: object = {}): AdminGoods =>
  ({
    id,
    name,
    names: { en: name },
    family: { id: '1', name: 'Tidemail', slug: '1-tidemail' },
    attributes: values.map((value_id) => ({ attribute_id: value_id[0]!, value_id })),
    format,
    ...more,
  }) as unknown as AdminGoods;

const newGermany = product('1', 'Tidemail, Germany, new', ['10', '20']);
const oldGermany = product('2', 'Tidemail, Germany, 1 year', ['10', '21']);
const newBrazil = product('3', 'Tidemail, Brazil, new', ['11', '20']);
const family = [newGermany, oldGermany, newBrazil];
const guess = createGuess(newBrazil, family, [countries, ages]);

test('products of the family are to choose from if their accounts are written alike', () => {
  const other = product('4', 'Tidemail, with mail', [], { format: { ...format, columns: ['account'] } });
  const alone = product('5', 'Box', [], { family: null });
  expect(productsFor(newBrazil, [...family, other, alone])).toEqual(family);
  expect(productsFor(other, [...family, other])).toEqual([]);
  expect(productsFor(alone, [alone, product('6', 'Bag', [], { family: null })])).toEqual([]);
});

test('a value is a product by attribute, country code or name; of several, the one most like that of the import', () => {
  expect(['DE', 'de', ' Germany ', 'BR'].map((value) => guess(value)?.id)).toEqual(['1', '1', '1', '3']);
  expect(['Germany 1 year', 'tidemail, brazil, NEW'].map((value) => guess(value)?.id)).toEqual(['2', '3']);
  // What fits all of them says nothing.
  expect(['FR', '', 'Tidemail', 'x'].map((value) => guess(value))).toEqual([null, null, null, null]);
});

const values = [
  { value: 'BR', count: 2 },
  { value: 'DE', count: 5 },
  { value: 'FR', count: 1 },
  { value: '', count: 1 },
];

test('the likely column is the one whose values are mostly products, of which it names several', () => {
  const one = [{ value: 'DE', count: 9 }];
  expect(likelyColumn([null, one, values], guess)).toBe(2);
  expect(likelyColumn([null, one], guess)).toBeNull();
  expect(likelyColumn([[{ value: 'FR', count: 9 }, ...values]], guess)).toBeNull();
});

test('each product has its values, and the first import holds what is nobody’s', () => {
  const asked = valuesOfProducts(values, new Map(), guess);
  expect(asked.map(({ goodsId }) => goodsId)).toEqual(['3', '1', null, HELD]);
  const decided = valuesOfProducts(values, new Map([['FR', HELD]]), guess);
  const form: ImportForm = { kind: 'csv', delimiter: ',', has_header: true, separator: '----' };
  expect(targetsOf(form, 2, decided, family)).toEqual([
    {
      goods: newGermany,
      accounts: 5,
      form: { ...form, own_rows: { column: 2, values: ['DE'], others: ['BR'], holds_rest: true } },
    },
    {
      goods: newBrazil,
      accounts: 2,
      form: { ...form, own_rows: { column: 2, values: ['BR'], others: ['DE'], holds_rest: false } },
    },
  ]);
});
