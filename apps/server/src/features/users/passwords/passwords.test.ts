import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { hashNewPassword, verifyPassword } from './passwords.ts';

const buyer = { isAdmin: false };

test('any characters count, none is trimmed, cut or folded', async () => {
  const password = '  Гавань 港口 \u0000 ';
  const hash = await hashNewPassword(password, buyer);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, password)).toBe(true);
  for (const other of [password.trim(), password.toLowerCase(), password.slice(0, -1), `${password} `]) {
    expect(await verifyPassword(hash, other)).toBe(false);
  }
});

test('the end of a long password counts', async () => {
  const long = 'x7'.repeat(127);
  const hash = await hashNewPassword(`${long}a`, buyer);
  expect(await verifyPassword(hash, `${long}b`)).toBe(false);
});

test.each(['123456', 'password', 'PassWord', 'qwerty123', 'iloveyou1', 'monkey12', 'zxcvbnm', 'football'])(
  '%s is too common',
  async (password) => {
    await expect(hashNewPassword(password, buyer)).rejects.toMatchObject({ reason: 'passwordTooCommon' });
  },
);

test('uncommon passwords of the least length pass', () => {
  expect(['t7#kmq', 'boat-9', 'quay42'].filter(isCommonPassword)).toEqual([]);
});

test('buyers need six characters, admins twelve', async () => {
  await expect(hashNewPassword('t7#km', buyer)).rejects.toMatchObject({ reason: 'invalidFormat' });
  await expect(hashNewPassword('t7#kmq', buyer)).resolves.toContain('argon2id');
  await expect(hashNewPassword('eleven char', { isAdmin: true })).rejects.toMatchObject({
    reason: 'invalidFormat',
  });
});

test('an unknown user takes as long to check as a wrong password', async () => {
  const hash = await hashNewPassword('a quiet harbour', buyer);
  const time = async (known: string | undefined): Promise<number> => {
    const start = performance.now();
    expect(await verifyPassword(known, 'a loud harbour')).toBe(false);
    return performance.now() - start;
  };
  // The quickest of each, in turns: a busy machine only ever makes one slower.
  const [unknown, wrong]: number[][] = [[], []];
  for (let turn = 0; turn < 12; turn += 1) {
    unknown!.push(await time(undefined));
    wrong!.push(await time(hash));
  }
  const ratio = Math.min(...unknown!) / Math.min(...wrong!);
  expect(ratio).toBeGreaterThan(0.4);
  expect(ratio).toBeLessThan(2.5);
});
