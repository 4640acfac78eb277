import { expect, test } from 'vitest';
import { wording } from './error-wording.ts';
import { errors, type ErrorName } from './errors.ts';

/** The specification's section 8, word for word. */
const SPECIFIED: Record<number, string> = {
  501: 'failed to get list',
  502: 'username cannot be empty',
  503: 'agent not found',
  504: 'query failed, try later',
  505: 'creation failed',
  506: 'does not exist',
  507: 'update failed',
  508: 'agent does not exist',
  509: 'delete failed',
  510: 'missing required parameters',
  511: 'incorrect username or password',
  512: 'login failed, try later',
  513: 'failed to get statistics',
  514: 'failed to get income trend',
  515: 'please select file to upload',
  516: 'failed to get order list',
  517: 'failed to get details',
  518: 'failed to get enabled payment methods',
  519: 'invalid parameter format',
  401: 'user does not exist or login status is invalid',
  100001: 'parameter error',
  100002: 'verification code wrong',
  100003: 'verification code expired',
  100004: 'verification code still valid, retry later',
  100005: 'wrong password',
  100006: 'code expired',
  200001: 'user does not exist',
  200002: 'account frozen, cannot log in',
  200003: 'invalid user, re-login',
  200004: 'original password incorrect',
  400001: 'data does not exist',
  400002: 'token expired',
  400003: 'failed to get permissions',
  400005: 'invalid phone format',
  400006: 'rented accounts cannot chat with each other',
  400007: 'target number not found',
  400008: 'user already exists',
  500001: 'service error, refresh',
  500002: 'data already exists',
  500003: 'operation count exceeded limit',
  500004: 'limit operation, re-login',
  500005: 'server busy',
  500006: 'chat with target exists',
};

test('every code that the specification words has exactly those words', () => {
  const said = Object.entries(errors)
    .filter(([, { code }]) => code in SPECIFIED)
    .map(([name, { code }]) => [code, wording[name as ErrorName].toLowerCase()]);
  expect(Object.fromEntries(said)).toEqual(SPECIFIED);
});
