import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Keyring } from '../../platform/keys/keyring.ts';
import { createIdentifier, marksOfLogin, nameKey, NO_IDENTITY, passwordKey } from './identity.ts';

const keyring = new Keyring(new Map([['k', randomBytes(32)]]), randomBytes(32));
const identify = createIdentifier(keyring, { separator: ':', columns: ['account', 'password'] });

test.each([
  ['case', 'Mira.Holt@box.example:Pier77'],
  ['an empty value at the end', 'mira.holt@box.example:Pier77:'],
  ['blanks round the separator', 'mira.holt@box.example :\tPier77 '],
  ['a zero-width blank', 'mira.holt@box.example:Pier77\u200b'],
  ['a mark', '\ufeffmira.holt@box.example:Pier77'],
  ['direction characters', '\u2066mira.holt@box.example\u2069:Pier77'],
  ['a soft hyphen', 'mira.ho\u00adlt@box.example:Pier77'],
  ['width', 'ｍira.holt@box.example:Pier77'],
  ['a further value', 'mira.holt@box.example:Pier77:spare@box.example'],
  ['a blank that is none', 'mira.holt@box.example\u00a0:Pier77\u3000'],
])('an account is the same with another %s', (_, text) => {
  expect(identify(text)).toEqual(identify('mira.holt@box.example:Pier77'));
});

test('a password keeps its case and its inner blanks', () => {
  const { login, account } = identify('mira:Pier 77');
  for (const other of ['mira:pier 77', 'mira:Pier77', 'mira:Pier  77', 'mira:'])
    expect(identify(other)).toEqual({ login, account: expect.not.toSatisfy((mark) => mark === account) });
});

test('a login is no other because of a longer or a shorter one', () => {
  const { login } = identify('mira:Pier77');
  for (const other of ['mir:aPier77', 'miraa:Pier77', 'mira.:Pier77', 'mirа:Pier77'])
    expect(identify(other).login).not.toBe(login);
});

test('a text without a login is like none', () => {
  for (const text of [':Pier77', ' :Pier77', '\u200b:x']) expect(identify(text)).toEqual(NO_IDENTITY);
});

test('links by themselves are different accounts whatever separates values', () => {
  const link = createIdentifier(keyring, { separator: ':', columns: ['account'] });
  const { login } = link('https://gift.example/Ab12');
  expect(link('https://gift.example/cd34').login).not.toBe(login);
  expect(link(' HTTPS://gift.example/Ab12').login).toBe(login);
  expect(link('mira:Quay88').login).toBe(link('mira:Pier77').login);
});

test('phone numbers are the same however they are grouped', () => {
  expect(identify('+49 (170) 123-4567:x')).toEqual(identify('491701234567:x'));
});

test.each([
  [['password', 'login']],
  [['пароль', 'почта']],
  [['密码', '邮箱']],
  [['mail password', 'mail']],
  [['senha', 'conta']],
])('%s say which value is which', (columns) => {
  const turned = createIdentifier(keyring, { separator: '----', columns });
  expect(turned('Pier77----mira')).toEqual(identify('mira:Pier77'));
});

test('a named password is found beyond other columns', () => {
  const columns = ['country', 'account', 'recovery e-mail', 'password'];
  const long = createIdentifier(keyring, { separator: '|', columns });
  expect(long('PT|mira|spare@box.example|Pier77|x')).toEqual(identify('mira:Pier77'));
});

test('the same login is another account on another host, and IP addresses are no phone numbers', () => {
  const onHost = createIdentifier(keyring, { separator: ':', columns: ['ip', 'port', 'user', 'password'] });
  const { login, account } = onHost('10.0.100.11:80:admin:Pier77');
  expect(onHost('10.0.100.11:80:ADMIN:Pier77:x')).toMatchObject({ login, account });
  expect(onHost('10.0.100.11:80:admin:Quay88').login).toBe(login);
  const [first, last] = marksOfLogin(keyring, 'Admin')!;
  const others = ['100.10.0.11:80:admin:Pier77', '10.0.100.11:81:admin:Pier77'].map(
    (other) => onHost(other).login,
  );
  for (const other of others) expect(other).not.toBe(login);
  for (const mark of [login, ...others, identify('admin:Pier77').login])
    expect(mark >= first && mark <= last).toBe(true);
  for (const other of ['10.0.100.11:80:admins:Pier77', '10.0.100.11:80:root:Pier77'])
    expect(onHost(other).login >= first && onHost(other).login <= last).toBe(false);
  expect(nameKey('1.11.1.11')).not.toBe(nameKey('11.1.11.1'));
});

const invisible = fc.constantFrom('\u200b', '\u200e', '\u2060', '\u00ad', '\ufeff', '\ufe0f', '\u2066');
const value = fc
  .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 })
  .map((text) => text.replaceAll(':', '.'));

/** Puts characters into a text at places that depend on their number only. */
const strew = (text: string, marks: readonly string[]): string =>
  marks.reduce((all, mark, index) => {
    const at = (index * 7) % (all.length + 1);
    return all.slice(0, at) + mark + all.slice(at);
  }, text);

test('two texts are alike exactly if their folded logins and passwords are equal', () => {
  fc.assert(
    fc.property(
      value,
      value,
      value,
      value,
      fc.array(invisible),
      (login, password, otherLogin, otherPassword, marks) => {
        const one = identify(`${login}:${password}`);
        const other = identify(`${otherLogin}:${otherPassword}`);
        const isSameLogin = nameKey(login) === nameKey(otherLogin) && nameKey(login) !== '';
        const isSame = isSameLogin && passwordKey(password) === passwordKey(otherPassword);
        if (nameKey(login) !== '') expect(one.login === other.login).toBe(isSameLogin);
        if (nameKey(login) !== '') expect(one.account === other.account).toBe(isSame);
        expect(identify(`${strew(login.toUpperCase(), marks)}:${strew(password, marks)}:more`)).toEqual(one);
      },
    ),
  );
});
