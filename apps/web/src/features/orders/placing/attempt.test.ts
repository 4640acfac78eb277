import { errors } from '@portside/contract/wire/errors';
import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { newAttempt, verdictOf } from './attempt.ts';

const body = { goods_id: '1', quantity: 1, gender: 'random', email: 'a@b.example', unit_price: '1' } as const;

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
