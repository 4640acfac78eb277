import { expect, test } from 'vitest';
import { nameInSubject } from './search-stock.ts';

test.each([
  ['mailbox owner@example.test', 'owner@example.test'],
  ['My account (Ann.Gull+shop@mail.example), since 2011.', 'Ann.Gull+shop@mail.example'],
  ['<ann@mail.example>; 2011', 'ann@mail.example'],
  ['the number +49 (170) 123-4567 is mine', '+49 (170) 123-4567'],
  [' gull_1987 ', 'gull_1987'],
  ['Harbour 12', 'Harbour 12'],
])('%s is about %s', (subject, name) => {
  expect(nameInSubject(subject)).toBe(name);
});
