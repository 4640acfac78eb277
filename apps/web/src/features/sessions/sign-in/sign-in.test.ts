// @vitest-environment happy-dom
import { errors } from '@portside/contract/wire/errors';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onFailure } from '../../../lib/api/failures.ts';
import { signIn } from './sign-in.ts';

/** How often the shop refuses, because more work is due by then. */
let refusals: number;
const sent: string[] = [];
const told: number[] = [];
let stop: () => void;

beforeEach(() => {
  sent.length = 0;
  told.length = 0;
  stop = onFailure(({ code }) => told.push(code));
  let challenges = 0;
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
    const asked = url.endsWith('/challenges');
    const { proof } = JSON.parse(body as string) as { proof?: { challenge: string } };
    sent.push(asked ? 'challenge' : `login ${proof?.challenge ?? 'bare'}`);
    if (asked) {
      const data = { challenge: `c${(challenges += 1)}`, bits: 2 };
      return Promise.resolve(Response.json({ code: 200, message: 'ok', data }));
    }
    const { code, status } = errors.proofNeeded;
    if (sent.length <= refusals * 2)
      return Promise.resolve(Response.json({ code, message: 'no', data: null }, { status }));
    return Promise.resolve(Response.json({ code: 200, message: 'ok', data: { token: 't' } }));
  });
});
afterEach(() => stop());

const tryIn = () => signIn({ username: 'ann', password: 'harbour-9' });

test('a proof that is not enough by the time it is sent is followed by another, without a word', async () => {
  refusals = 3;
  expect(await tryIn()).toEqual({ token: 't' });
  expect(sent).toEqual([
    'login bare',
    'challenge',
    'login c1',
    'challenge',
    'login c2',
    'challenge',
    'login c3',
  ]);
  expect(told).toEqual([]);
});

test('who is refused all the same is told', async () => {
  refusals = 9;
  await expect(tryIn()).rejects.toMatchObject({ code: errors.proofNeeded.code });
  expect(sent.filter((one) => one.startsWith('login'))).toHaveLength(5);
  expect(told).toEqual([errors.proofNeeded.code]);
});
