import { expect, test } from 'vitest';
import { errors } from '@portside/contract/wire/errors';
import { ApiError, fieldRefusals } from './api-error.ts';

const atFields = fieldRefusals({ userExists: 'username', passwordTooCommon: 'password' });

test('a refusal finds its field', () => {
  const refusal = new ApiError(errors.passwordTooCommon.code, '');
  expect(atFields.find(refusal)).toEqual({ field: 'password', refusal });
  expect(atFields.names).toEqual(['userExists', 'passwordTooCommon']);
});

test.each([
  ['a refusal of another kind', new ApiError(errors.serverBusy.code, '')],
  ['no answer', new ApiError(0, '')],
  ['a mistake of ours', new TypeError('x is undefined')],
])('%s belongs to no field', (_, error) => {
  expect(atFields.find(error)).toBeUndefined();
});
