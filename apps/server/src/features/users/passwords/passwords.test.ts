import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '../../../testing/app.ts';
import {
  isCommonPassword,
  hashNewPassword,
  verifyInPlace,
  computeHash,
  inHashQueue,
  MOST_WAITING,
} from './passwords.ts';
import { MAX_ATTEMPTS } from './sign-in-attempts.ts';

describe('passwords', () => {
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
        work.push(
          task.kind === 'verify' ? `verify ${costOf(task.passwordHash)} ${task.password}` : task.kind,
        );
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
});

describe('the queue of hashes', () => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await createTestShop();
  });

  const login = async (username: string, password: string) => {
    const answer = await shop.app.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username, password },
    });
    return { status: answer.statusCode, code: answer.json().code as number, headers: answer.headers };
  };

  test('reading a file does not wait for passwords being checked', async () => {
    const hash = await hashNewPassword('a quiet harbour', { isAdmin: false });
    let done = 0;
    const checks = Array.from({ length: 40 }, async () => {
      await inHashQueue(() => verifyInPlace(hash, 'a loud harbour'));
      done += 1;
    });
    await readFile(new URL(import.meta.url));
    expect(done).toBeLessThan(20);
    await Promise.all(checks);
  });

  test('more sign-ins than places: all are answered, those too many told when to come again, and nothing is counted', async () => {
    const { username } = await shop.register();
    const answers = await Promise.all(
      Array.from({ length: MOST_WAITING * 3 }, (_, who) => login(`nobody-${who}`, 'harbour-9')),
    );
    const busy = answers.filter(({ status }) => status === 503);
    const checked = answers.filter(({ status }) => status === 401);
    // A place that is free again while others still arrive is taken again, so more than one filling
    // of the queue may be checked.
    expect(checked.length).toBeGreaterThanOrEqual(MOST_WAITING);
    expect(busy).not.toEqual([]);
    expect(checked.length + busy.length).toBe(MOST_WAITING * 3);
    for (const { code, headers } of busy) {
      expect(code).toBe(500_005);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    const counted = await shop.ctx.db
      .selectFrom('sign_in_tries')
      .select((of) => of.fn.countAll<bigint>().as('count'))
      .where('username_key', 'like', 'nobody-%')
      .executeTakeFirstOrThrow();
    expect(Number(counted.count)).toBe(checked.length);
    // The places are free again.
    expect((await login(username, 'harbour-9')).status).toBe(200);
  });

  test('the tries of one name count one by one, however many come at once', async () => {
    const { username } = await shop.register();
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(username, 'wrong-one')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(MAX_ATTEMPTS);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - MAX_ATTEMPTS);
  });

  test('a hash that is none is a failure of its own, and the next check works', async () => {
    await expect(verifyInPlace('no hash', 'x')).rejects.toThrow('argon2');
    expect(await verifyInPlace(undefined, 'x')).toBe(false);
  });
});
