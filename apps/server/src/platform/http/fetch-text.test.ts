import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import { startTextServer } from '../../testing/http-servers.ts';
import { OutsideFailure } from '../refusal.ts';
import { fetchText, lookUpPublic } from './fetch-text.ts';
import { isPublicAddress } from '../ip-address.ts';

const LIMITS = { maxBytes: 1_000, timeoutMs: 10_000 };

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.100.0.1',
  '127.0.0.2',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  'name.example',
])('%s is no public address', (address) => expect(isPublicAddress(address)).toBe(false));

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1', '2a00:1450::1'])(
  '%s is a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each(['https://10.0.0.1/', 'https://[::ffff:127.0.0.1]/', 'https://2130706433.example@192.168.0.1/'])(
  '%s is not connected to',
  async (url) => {
    await expect(fetchText(url, LIMITS)).rejects.toThrow(/not a public address/);
  },
);

test('a name that leads to this machine is not connected to', async () => {
  const found = await new Promise<[Error | null, string | LookupAddress[]]>((resolve) =>
    lookUpPublic('localhost', { all: true }, (error, addresses) => resolve([error, addresses])),
  );
  expect(found).toEqual([new Error('localhost is not a public address'), []]);
});

test('plain http is for loopback', async () => {
  await expect(fetchText('http://8.8.8.8/', LIMITS)).rejects.toThrow('not https');
});

test('silence ends with the limit of time', async () => {
  const { url } = await startTextServer(() => null);
  const failure = await fetchText(url, { ...LIMITS, timeoutMs: 300 }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OutsideFailure);
  expect((failure as Error).message).toContain('no whole answer within 0.3 s');
});

test('the text comes as it is, up to the limit of bytes', async () => {
  let text = 'a'.repeat(1_000);
  const { url } = await startTextServer(() => ({ text }));
  expect(await fetchText(url, LIMITS)).toBe(text);
  text += 'a';
  await expect(fetchText(url, LIMITS)).rejects.toThrow('more than 1000 bytes');
});
