import { expect, test } from 'vitest';
import { isCommonPassword, hashNewPassword, verifyInPlace } from './passwords.ts';
import { computeHash, inHashQueue } from './hash-queue.ts';

const buyer = { isAdmin: false };

test('any characters count, none is trimmed, cut or folded', async () => {
  const password = '  Гавань 港口 \u0000 ';
  const hash = await hashNewPassword(password, buyer);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyInPlace(hash, password)).toBe(true);
  for (const other of [password.trim(), password.toLowerCase(), password.slice(0, -1), `${password} `]) {
    expect(await verifyInPlace(hash, other)).toBe(false);
  }
});

test('the end of a long password counts', async () => {
  const long = 'x7'.repeat(127);
  const hash = await hashNewPassword(`${long}a`, buyer);
  expect(await verifyInPlace(hash, `${long}b`)).toBe(false);
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

test('an unknown user costs the same work as a wrong password', async () => {
  const hash = await hashNewPassword('a quiet harbour', buyer);
  const workOf = async (known: string | undefined): Promise<string[]> => {
    const work: string[] = [];
    const compute: typeof computeHash = (task) => {
      // Without salt and hash: what it costs, and of which password.
      work.push(task.kind === 'verify' ? `verify ${costOf(task.passwordHash)} ${task.password}` : task.kind);
      return computeHash(task);
    };
    expect(await inHashQueue(() => verifyInPlace(known, 'a loud harbour', compute))).toBe(false);
    return work;
  };
  const wrong = await workOf(hash);
  expect(wrong).toEqual(['verify $argon2id$v=19$m=19456,t=2,p=1 a loud harbour']);
  expect(await workOf(undefined)).toEqual(wrong);
});

const costOf = (passwordHash: string): string => passwordHash.split('$').slice(0, 4).join('$');
