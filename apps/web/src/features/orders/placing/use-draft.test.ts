import type { Goods } from '@portside/contract';
import { expect, test } from 'vitest';
import type { OrderIntent } from '../../../lib/stored/order-intent.ts';
import { firstChoices } from './use-draft.ts';

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
