import { expect, test } from 'vitest';
import { oneTimeCode } from './one-time-code.ts';

// RFC 6238, appendix B: the secret of 20 ASCII digits, of which an authenticator shows the last six.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59_000, '287082', 1],
  [1_111_111_109_000, '081804', 1],
  [1_111_111_111_000, '050471', 29],
  [2_000_000_000_000, '279037', 10],
])('at %i ms', (nowMs, code, secondsLeft) => {
  expect(oneTimeCode(SECRET, nowMs)).toEqual({ code, secondsLeft });
});

test('a key URI says digits and period itself', () => {
  const uri = `otpauth://totp/x:me?secret=${SECRET}&digits=8&period=60`;
  expect(oneTimeCode(uri, 59_000)).toMatchObject({ code: expect.stringMatching(/^\d{8}$/), secondsLeft: 1 });
  expect(oneTimeCode('otpauth://totp/x', 0)).toBeUndefined();
});
