import { errors } from '@portside/contract/wire/errors';
import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { imageProblem, refusedImage } from './field-rules.ts';

const MIB = 1024 * 1024;

test.each([
  [{ type: 'image/png', size: 1 }, null],
  [{ type: 'image/webp', size: 5 * MIB }, null],
  [{ type: 'image/jpeg', size: 5 * MIB + 1 }, 'size'],
  [{ type: 'image/svg+xml', size: 1 }, 'type'],
  [{ type: '', size: 1 }, 'type'],
])('%o → %s', (file, problem) => {
  expect(imageProblem(file)).toBe(problem);
});

test.each([
  ['invalidFormat', 'type'],
  ['bodyTooLarge', 'size'],
  ['serverBusy', null],
] as const)('refused as %s: %s', (name, problem) => {
  expect(refusedImage(new ApiError(errors[name].code, ''))).toBe(problem);
});
