import { expect, test } from 'vitest';
import { catalogue as addressEn } from './en/address.ts';
import { catalogue as adminEn } from './en/admin/index.ts';
import { catalogue as shopEn } from './en/index.ts';
import { catalogue as payEn } from './en/pay.ts';
import { browse as browseEn } from './en/browse.ts';
import { home as homeEn } from './en/home.ts';
import { orders as ordersEn } from './en/orders.ts';
import { product as productEn } from './en/product.ts';
import { recharges as rechargesEn } from './en/recharges.ts';
import { catalogue as serviceEn } from './en/service/index.ts';
import { catalogue as addressPt } from './pt/address.ts';
import { catalogue as adminPt } from './pt/admin/index.ts';
import { catalogue as shopPt } from './pt/index.ts';
import { catalogue as payPt } from './pt/pay.ts';
import { browse as browsePt } from './pt/browse.ts';
import { home as homePt } from './pt/home.ts';
import { orders as ordersPt } from './pt/orders.ts';
import { product as productPt } from './pt/product.ts';
import { recharges as rechargesPt } from './pt/recharges.ts';
import { catalogue as servicePt } from './pt/service/index.ts';
import { catalogue as addressRu } from './ru/address.ts';
import { catalogue as adminRu } from './ru/admin/index.ts';
import { catalogue as shopRu } from './ru/index.ts';
import { catalogue as payRu } from './ru/pay.ts';
import { browse as browseRu } from './ru/browse.ts';
import { home as homeRu } from './ru/home.ts';
import { orders as ordersRu } from './ru/orders.ts';
import { product as productRu } from './ru/product.ts';
import { recharges as rechargesRu } from './ru/recharges.ts';
import { catalogue as serviceRu } from './ru/service/index.ts';
import { catalogue as addressZhCn } from './zh-cn/address.ts';
import { catalogue as adminZhCn } from './zh-cn/admin/index.ts';
import { catalogue as shopZhCn } from './zh-cn/index.ts';
import { catalogue as payZhCn } from './zh-cn/pay.ts';
import { browse as browseZhCn } from './zh-cn/browse.ts';
import { home as homeZhCn } from './zh-cn/home.ts';
import { orders as ordersZhCn } from './zh-cn/orders.ts';
import { product as productZhCn } from './zh-cn/product.ts';
import { recharges as rechargesZhCn } from './zh-cn/recharges.ts';
import { catalogue as serviceZhCn } from './zh-cn/service/index.ts';

/** The shop's texts with those that load later, as the one catalogue that a reader of all sees. */
const en = {
  ...shopEn,
  address: addressEn,
  admin: adminEn,
  pay: payEn,
  service: serviceEn,
  browse: browseEn,
  home: homeEn,
  orders: ordersEn,
  product: productEn,
  recharges: rechargesEn,
};
const pt = {
  ...shopPt,
  address: addressPt,
  admin: adminPt,
  pay: payPt,
  service: servicePt,
  browse: browsePt,
  home: homePt,
  orders: ordersPt,
  product: productPt,
  recharges: rechargesPt,
};
const ru = {
  ...shopRu,
  address: addressRu,
  admin: adminRu,
  pay: payRu,
  service: serviceRu,
  browse: browseRu,
  home: homeRu,
  orders: ordersRu,
  product: productRu,
  recharges: rechargesRu,
};
const zhCn = {
  ...shopZhCn,
  address: addressZhCn,
  admin: adminZhCn,
  pay: payZhCn,
  service: serviceZhCn,
  browse: browseZhCn,
  home: homeZhCn,
  orders: ordersZhCn,
  product: productZhCn,
  recharges: rechargesZhCn,
};

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
