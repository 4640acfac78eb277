import { expect, test } from 'vitest';
import { splitPassword } from './run-postgres-tool.ts';

/** Arguments of a program are visible to every user of the machine. */

test.each([
  ['postgresql://shop@localhost/shop', null, 'postgresql://shop@localhost/shop'],
  ['postgresql://shop:a%40b@localhost/shop', 'a@b', 'postgresql://shop@localhost/shop'],
  ['postgresql://shop:a@b@one,two:5433/shop?x=1', 'a@b', 'postgresql://shop@one,two:5433/shop?x=1'],
  ['postgresql://shop@localhost/shop?password=secret', 'secret', 'postgresql://shop@localhost/shop'],
  [
    'postgresql://shop:first@one,two/shop?sslmode=verify-full&p%61ssword=s%26t&target_session_attrs=read-write',
    's&t',
    'postgresql://shop@one,two/shop?sslmode=verify-full&target_session_attrs=read-write',
  ],
  ['postgresql:///shop?host=/run/postgresql&password=a=b', 'a=b', 'postgresql:///shop?host=/run/postgresql'],
])('of %s the password is taken out', (databaseUrl, password, url) => {
  expect(splitPassword(databaseUrl)).toEqual({ url, password });
});

test('the password of a certificate is refused, because it could only go by an argument', () => {
  expect(() => splitPassword('postgresql://shop@db/shop?sslpassword=secret')).toThrow('sslpassword');
});
