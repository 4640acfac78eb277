import type { Goods } from '@portside/contract';
import { errors } from '@portside/contract/wire/errors';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { OrderIntent } from '../../../lib/stored/order-intent.ts';
import { newAttempt, verdictOf } from './attempt.ts';
import { obstacleOf, stockOf, type Draft, topUpAmount } from './obstacle.ts';
import { readQuantity, stepQuantity, totalMicro } from './quantity.ts';
import { firstChoices } from './use-draft.ts';

describe('an attempt to order', () => {
  const body = {
    goods_id: '1',
    quantity: 1,
    gender: 'random',
    email: 'a@b.example',
    unit_price: '1',
  } as const;

  test('each intention has a key of its own', () => {
    const [one, two] = [newAttempt(body), newAttempt(body)];
    expect(one.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    expect(one.idempotencyKey).not.toBe(two.idempotencyKey);
  });

  test.each([
    ['no answer', 0, 'unanswered'],
    ['a gateway without an envelope', 502, 'unanswered'],
    ['a gateway that waited too long', 504, 'unanswered'],
    ['a fault of the server', errors.serviceError.code, 'unanswered'],
    ['a busy server', errors.serverBusy.code, 'unanswered'],
    ['a code this version does not know', 999_999, 'unanswered'],
    ['too little money', errors.balanceTooLow.code, 'refused'],
    ['another price', errors.priceChanged.code, 'refused'],
    ['a reused key', errors.keyReused.code, 'refused'],
    ['a wrong format', errors.invalidFormat.code, 'refused'],
    ['an expired login', errors.notSignedIn.code, 'unchanged'],
    ['a frozen buyer', errors.accountFrozen.code, 'unchanged'],
    ['too many tries', errors.tooManyTries.code, 'unchanged'],
  ] as const)('%s: %s', (_, code, verdict) => {
    expect(verdictOf(new ApiError(code, ''))).toBe(verdict);
  });
});

describe('what keeps a draft from being ordered', () => {
  const goods: Goods = {
    id: '1',
    name: 'Mailbox',
    description: '',
    image: null,
    category: { id: '1', name: 'Mail', parent: null },
    family: null,
    attributes: [],
    price: '0.35',
    price_tiers: [{ min_quantity: 100, price: '0.3' }],
    min_quantity: 5,
    max_quantity: 200,
    most_per_buyer: null,
    most_per_day: null,
    search_words: [],
    stock_display: 'exact',
    genders: ['random', 'male', 'female'],
    stock: 150,
    stock_by_gender: { male: 10, female: 40, unspecified: 100 },
    warranty_hours: 24,
    sold: 0,
    sold_this_week: 0,
    returned_at: null,
    slug: '1-mailbox',
    link_key: null,
    has_instruction: false,
    created_at: '2026-11-01T00:00:00.000Z',
    format: { separator: '----', columns: ['account', 'password'] },
  };
  const draft: Draft = { quantity: 10, gender: 'random', email: 'buyer@mail.example' };
  const rich = { balance: '1000.00' };

  test('a complete draft meets no obstacle', () => {
    expect(obstacleOf(draft, goods, rich)).toBeUndefined();
  });

  test.each([
    ['a visitor', draft, null, { kind: 'signIn' }],
    ['no e-mail', { ...draft, email: ' ' }, rich, { kind: 'emailEmpty' }],
    ['no real e-mail', { ...draft, email: 'buyer@mail' }, rich, { kind: 'emailInvalid' }],
    [
      'an empty quantity',
      { ...draft, quantity: Number.NaN },
      rich,
      { kind: 'quantity', least: 5, most: 150 },
    ],
    ['too few', { ...draft, quantity: 4 }, rich, { kind: 'quantity', least: 5, most: 150 }],
    ['too many', { ...draft, quantity: 201 }, rich, { kind: 'quantity', least: 5, most: 150 }],
    ['more than there is', { ...draft, quantity: 151 }, rich, { kind: 'stock', left: 150 }],
    [
      'less than may be ordered is left',
      { ...draft, gender: 'male', quantity: 20 },
      rich,
      { kind: 'stock', left: 10 },
    ],
    ['too few of a gender', { ...draft, quantity: 11, gender: 'male' }, rich, { kind: 'stock', left: 10 }],
    ['too little money', draft, { balance: '3.00' }, { kind: 'balance', missingMicro: 500_000n }],
  ] as const)('%s', (_, given, buyer, obstacle) => {
    expect(obstacleOf(given, goods, buyer)).toEqual(obstacle);
  });

  test('what is wrong first is said first', () => {
    const all = { quantity: 0, gender: 'male', email: '' } as const;
    expect(obstacleOf(all, goods, null)?.kind).toBe('signIn');
    expect(obstacleOf(all, goods, { balance: '0.00' })?.kind).toBe('emailEmpty');
  });

  test('within the last cent of a rounded balance the server decides', () => {
    const odd = { ...goods, price: '0.350999' };
    expect(obstacleOf(draft, odd, { balance: '3.50' })).toBeUndefined();
    expect(obstacleOf(draft, odd, { balance: '3.49' })).toEqual({ kind: 'balance', missingMicro: 20_000n });
  });

  test('random may take any gender', () => {
    expect(stockOf(goods, 'random')).toBe(150);
    expect(stockOf(goods, 'female')).toBe(40);
  });

  const config = { recharge_maximum: '2000' };

  test.each([
    [1n, '1'],
    [10_000_000n, '10'],
    [10_000_001n, '11'],
    [1_722_300_000n, '1723'],
    [5_000_000_000n, '2000'],
  ])('%i micro-USDT are missing: top up %s', (missing, amount) => {
    expect(topUpAmount(missing, config)).toBe(amount);
  });
});

describe('quantities', () => {
  test('a total has six decimals and the price of its tier', () => {
    const price_tiers = [{ min_quantity: 100, price: '0.3' }];
    expect(totalMicro({ price: '0.35', price_tiers }, 99)).toBe(34_650_000n);
    expect(totalMicro({ price: '0.35', price_tiers }, 100)).toBe(30_000_000n);
    expect(totalMicro({ price: '0.000001', price_tiers: [] }, 9_999)).toBe(9_999n);
  });

  test.each([
    ['1', 'en', 1],
    [' 25 ', 'en', 25],
    ['1,000', 'en', 1_000],
    ['10,000', 'zh-cn', 10_000],
    ['1.000', 'pt', 1_000],
    ['1 000', 'ru', 1_000],
    ['1\u00A0000', 'ru', 1_000],
    ['1 000', 'en', 1_000],
  ])('%j in %s is %d', (text, language, quantity) => {
    expect(readQuantity(text, language)).toBe(quantity);
  });

  test.each([
    ['', 'en'],
    ['-5', 'en'],
    ['1.5', 'en'],
    ['1,5', 'pt'],
    ['1.000', 'en'],
    ['1,000', 'ru'],
    ['1e2', 'en'],
    ['10,00', 'en'],
    [',100', 'en'],
    ['0x10', 'en'],
  ])('%j in %s is no quantity', (text, language) => {
    expect(readQuantity(text, language)).toBeNaN();
  });

  const bounds = { least: 1, most: 200, stock: 150 };

  test.each([
    [1, 1, 2],
    [1, -1, 1],
    [1, 10, 11],
    [1, 100, 101],
    [10, 10, 20],
    [11, 100, 111],
    [100, 100, 150],
    [500, -1, 150],
    [Number.NaN, 1, 2],
  ])('%d %+d → %i', (quantity, by, stepped) => {
    expect(stepQuantity(quantity, by, bounds)).toBe(stepped);
  });

  test('the limit of an order holds, and so does the smallest order where stock has run out', () => {
    expect(stepQuantity(190, 100, { least: 5, most: 200, stock: 900 })).toBe(200);
    expect(stepQuantity(5, 10, { least: 5, most: 200, stock: 0 })).toBe(5);
  });
});

describe('first choices', () => {
  const goods: Pick<Goods, 'min_quantity' | 'genders'> = {
    min_quantity: 2,
    genders: ['random', 'male', 'female'],
  };
  const typed: OrderIntent = {
    goodsId: '12',
    name: 'Quiet mailbox',
    path: '/product/12',
    entry: 'typed',
    quantity: 50,
    gender: 'male',
    email: 'else@example.test',
  };
  const at = (search: string, key = 'new') => ({ pathname: '/product/12', search, key });

  test('without anything kept or linked, the least quantity', () => {
    expect(firstChoices(goods, null, at(''))).toEqual({
      quantity: 2,
      gender: 'random',
      email: null,
    });
  });

  test('an address that carries choices wins over what was typed for the product elsewhere', () => {
    expect(firstChoices(goods, typed, at('?quantity=3'))).toEqual({
      quantity: 3,
      gender: 'random',
      email: 'else@example.test',
    });
  });

  test('an address without choices opens what was typed', () => {
    expect(firstChoices(goods, typed, at(''))).toMatchObject({
      quantity: 50,
      gender: 'male',
    });
  });

  test('a reload brings back what was typed over the choices of the address; the same link opened again does not', () => {
    const here = { ...typed, path: '/product/12?quantity=3' };
    expect(firstChoices(goods, here, at('?quantity=3', 'typed'))).toMatchObject({
      quantity: 50,
      gender: 'male',
    });
    expect(firstChoices(goods, here, at('?quantity=3'))).toMatchObject({ quantity: 3, gender: 'random' });
  });

  test('a gender that is not sold is not chosen', () => {
    expect(firstChoices({ min_quantity: 1, genders: ['female'] }, typed, at(''))).toMatchObject({
      gender: 'female',
    });
  });
});
