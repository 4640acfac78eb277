import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { CLOUDFLARE } from './settings.ts';

const key = () => randomBytes(32).toString('base64');

const production = {
  DATABASE_URL: 'postgresql://shop@localhost/shop',
  PUBLIC_URL: 'https://shop.example',
  ETH_RPC_URLS: 'https://a.example,https://b.example',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Shop <shop@shop.example>',
  CREDENTIALS_KEYS: `new:${key()},old:${key()}`,
  FINGERPRINT_KEY: key(),
};

test('without any setting it is the sandbox', () => {
  expect(readConfig({})).toMatchObject({
    mode: 'sandbox',
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    databaseUrl: null,
    mail: null,
  });
});

test('proxies are addresses, networks or groups of them', () => {
  const TRUSTED_PROXIES = 'loopback, 10.0.0.0/8, 2001:db8::1, fd00::/8';
  expect(readConfig({ TRUSTED_PROXIES }).trustedProxies).toEqual([
    'loopback',
    '10.0.0.0/8',
    '2001:db8::1',
    'fd00::/8',
  ]);
});

test('the networks of Cloudflare have a name, and the documents name the same ones', () => {
  const { trustedProxies } = readConfig({ TRUSTED_PROXIES: 'loopback,cloudflare' });
  expect(trustedProxies).toEqual(['loopback', ...CLOUDFLARE]);
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/operating.md'), 'utf8');
  const documented = /trusted_proxies static ([^\n]+)/.exec(text)![1]!.split(' ');
  expect(documented.toSorted()).toEqual(CLOUDFLARE.toSorted());
});

test('a sandbox uses what is set, and refuses half of a pair', () => {
  const { SMTP_URL, MAIL_FROM, CREDENTIALS_KEYS, FINGERPRINT_KEY } = production;
  const config = readConfig({ SMTP_URL, MAIL_FROM, CREDENTIALS_KEYS, FINGERPRINT_KEY });
  expect(config).toMatchObject({ mode: 'sandbox', mail: { smtpUrl: SMTP_URL, from: MAIL_FROM } });
  expect(() => readConfig({ SMTP_URL })).toThrow('MAIL_FROM');
  expect(() => readConfig({ CREDENTIALS_KEYS })).toThrow('FINGERPRINT_KEY');
  expect(() => readConfig({ ACCEPT_EMBEDDED: 'yes' })).toThrow('ACCEPT_EMBEDDED');
});

test('a bot is optional, in a sandbox too', () => {
  const TELEGRAM_BOT_TOKEN = `123456:${'A'.repeat(35)}`;
  expect(readConfig({}).telegramBotToken).toBeNull();
  expect(readConfig({ TELEGRAM_BOT_TOKEN })).toMatchObject({
    mode: 'sandbox',
    telegramBotToken: TELEGRAM_BOT_TOKEN,
  });
});

test('a complete production passes, keys newest first', () => {
  const config = readConfig(production);
  expect(config.mode).toBe('production');
  expect(config.valkeyUrl).toBeNull();
  expect(readConfig({ ...production, VALKEY_URL: 'rediss://portside:secret@valkey:6379/2' }).valkeyUrl).toBe(
    'rediss://portside:secret@valkey:6379/2',
  );
  expect([...config.keys!.credentials.keys()]).toEqual(['new', 'old']);
});

const wrong: [name: string, change: Record<string, string | undefined>][] = [
  ['PORT', { PORT: 'eighty' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
  ['DATABASE_URL', { DATABASE_URL: undefined }],
  ['DATABASE_URL', { DATABASE_URL: 'postgresql://one,two/shop?target_session_attrs=standby' }],
  ['MIGRATE_DATABASE_URL', { MIGRATE_DATABASE_URL: 'mysql://x' }],
  ['ACCEPT_PLAIN_DATABASE', { ACCEPT_PLAIN_DATABASE: 'yes' }],
  ['VALKEY_URL', { VALKEY_URL: 'http://valkey' }],
  ['ACCEPT_PLAIN_VALKEY', { ACCEPT_PLAIN_VALKEY: 'yes' }],
  ['PUBLIC_URL', { PUBLIC_URL: undefined }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://shop.example' }],
  ['ETH_RPC_URLS', { ETH_RPC_URLS: 'https://only-one.example' }],
  ['ETH_RPC_URLS', { ETH_RPC_URLS: 'http://a.example,http://b.example' }],
  ['ETH_RPC_URLS', { ETH_RPC_URLS: 'https://a.example,https://a.example' }],
  ['TRON_RPC_URLS', { ETH_RPC_URLS: undefined }],
  ['SMTP_URL', { SMTP_URL: undefined }],
  ['SMTP_URL', { SMTP_URL: 'smtp://' }],
  ['SMTP_URL', { SMTP_URL: 'smtps://shop:50%@mail.example' }],
  ['MAIL_FROM', { MAIL_FROM: undefined }],
  ['CREDENTIALS_KEYS', { CREDENTIALS_KEYS: 'k1:c2hvcnQ=' }],
  ['CREDENTIALS_KEYS', { CREDENTIALS_KEYS: undefined }],
  ['CREDENTIALS_KEYS', { CREDENTIALS_KEYS: ',' }],
  ['CREDENTIALS_KEYS', { CREDENTIALS_KEYS: `k1:${key()},k1:${key()}` }],
  ['FINGERPRINT_KEY', { FINGERPRINT_KEY: 'c2hvcnQ=' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'my proxy' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }],
  ['OFFICE_ADDRESSES', { OFFICE_ADDRESSES: 'cloudflare' }],
  ['OFFICE_ADDRESSES', { OFFICE_ADDRESSES: '198.51.100.7,10.0.0.0/33' }],
  ['OWNER_USERNAME', { OWNER_USERNAME: 'two words', OWNER_PASSWORD: 'a long password' }],
  ['OWNER_PASSWORD', { OWNER_USERNAME: 'root', OWNER_PASSWORD: 'short' }],
  ['OWNER_EMAIL', { OWNER_USERNAME: 'root', OWNER_PASSWORD: 'a long password' }],
  ['OWNER_EMAIL', { OWNER_USERNAME: 'root', OWNER_PASSWORD: 'a long password', OWNER_EMAIL: 'root' }],
  ['OWNER_USERNAME', { OWNER_PASSWORD: 'a long password', OWNER_EMAIL: 'root@shop.example' }],
  ['OWNER_EMAIL', { OWNER_EMAIL: 'root' }],
  ['METRICS_PORT', { METRICS_PORT: '3000' }],
  ['METRICS_PORT', { METRICS_PORT: 'many' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
  ['TELEGRAM_BOT_TOKEN', { TELEGRAM_BOT_TOKEN: 'bot123' }],
  ['CRASH_AT', { CRASH_AT: 'order: decided' }],
  ['CRASH_AT', { CRASH_AT: 'order: decided', TRON_RPC_URLS: 'http://127.0.0.1:1/jsonrpc' }],
  ['CRASH_AT', { CRASH_AT: 'order: decided', ETH_RPC_URLS: undefined }],
  ['CRASH_AT', { CRASH_AT: 'nowhere', ETH_RPC_URLS: 'http://127.0.0.1:1' }],
  ['CLOCK_OFFSET_MS', { CLOCK_OFFSET_MS: '3600000' }],
  ['CLOCK_OFFSET_MS', { CLOCK_OFFSET_MS: '3600000', TRON_RPC_URLS: 'http://127.0.0.1:1/jsonrpc' }],
  ['CLOCK_OFFSET_MS', { CLOCK_OFFSET_MS: 'an hour', ETH_RPC_URLS: 'http://127.0.0.1:1' }],
];

const TLS = 'sslmode=verify-full';
const REMOTE = 'postgresql://shop@db.example/shop';

test.each([
  ['postgresql://shop@localhost/shop', true],
  ['postgresql://shop@127.0.0.2:5433/shop', true],
  ['postgresql://shop@[::1]/shop', true],
  ['postgresql:///shop?host=/var/run/postgresql', true],
  ['postgresql://shop@%2Fvar%2Frun%2Fpostgresql/shop', true],
  [`${REMOTE}?${TLS}`, true],
  [`${REMOTE}?sslmode=require`, true],
  [`postgresql://shop@one,two/shop?${TLS}&target_session_attrs=read-write`, true],
  [REMOTE, false],
  [`${REMOTE}?sslmode=disable`, false],
  [`${REMOTE}?sslmode=prefer`, false],
  [`${REMOTE}?sslmode=no-verify`, false],
  [`${REMOTE}?sslmode=require&uselibpqcompat=true`, false],
  ['postgresql://shop@localhost/shop?host=db.example', false],
  ['postgresql://shop@localhost,db.example/shop', false],
  ['postgresql://shop@10.0.0.7/shop', false],
  ['postgresql://shop@localhost.example/shop', false],
])('a database at %s is taken: %s', (DATABASE_URL, isTaken) => {
  for (const change of [{ DATABASE_URL }, { MIGRATE_DATABASE_URL: DATABASE_URL }]) {
    const read = () => readConfig({ ...production, ...change });
    if (isTaken) expect(read()).toMatchObject({ mode: 'production' });
    else expect(read).toThrow(`${Object.keys(change)[0]}: the database is on another machine`);
    expect(readConfig({ ...production, ...change, ACCEPT_PLAIN_DATABASE: '1' }).mode).toBe('production');
  }
});

test.each([
  ['redis://localhost:6379/2', true],
  ['redis://:secret@127.0.0.1', true],
  ['redis://[::1]:6379', true],
  ['rediss://portside:secret@valkey.example', true],
  ['rediss://valkey.example', false],
  ['redis://valkey.example', false],
  ['redis://10.0.0.7:6379', false],
  ['redis://localhost.example', false],
  ['redis://localhost@valkey.example', false],
])('a Valkey at %s is taken: %s', (VALKEY_URL, isTaken) => {
  const read = () => readConfig({ ...production, VALKEY_URL });
  if (isTaken) expect(read().valkeyUrl).toBe(VALKEY_URL);
  else expect(read).toThrow('VALKEY_URL: Valkey is on another machine');
  expect(readConfig({ ...production, VALKEY_URL, ACCEPT_PLAIN_VALKEY: '1' }).valkeyUrl).toBe(VALKEY_URL);
});

test('a trial can kill the process or shift its clock only where every node is on loopback', () => {
  const trial = { CRASH_AT: 'order: decided#2', CLOCK_OFFSET_MS: '-3600000' };
  const armed = { crashAt: { point: 'order: decided', passing: 2 }, clockOffsetMs: -3_600_000 };
  expect(readConfig(production)).toMatchObject({ crashAt: null, clockOffsetMs: 0 });
  expect(readConfig(trial)).toMatchObject(armed);
  expect(readConfig({ ...production, ...trial, ETH_RPC_URLS: 'http://127.0.0.1:1' })).toMatchObject(armed);
});

test.each(wrong)('a wrong %s stops the start and is named: %j', (name, change) => {
  expect(() => readConfig({ ...production, ...change })).toThrow(name);
});

test('once the owner has signed in, the password can go alone or with name and address', () => {
  const owner = { OWNER_USERNAME: 'root', OWNER_EMAIL: 'root@shop.example' };
  expect(readConfig({ ...production, ...owner, OWNER_PASSWORD: 'a long password' }).firstOwner).toEqual({
    username: 'root',
    email: 'root@shop.example',
    password: 'a long password',
  });
  for (const kept of [owner, { OWNER_EMAIL: owner.OWNER_EMAIL }, { ...owner, OWNER_PASSWORD: '' }, {}])
    expect(readConfig({ ...production, ...kept }).firstOwner).toBeNull();
});

test('nothing is measured unless a port or a token is set', () => {
  expect(readConfig(production).metrics).toBeNull();
  expect(readConfig({ ...production, METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, token: null });
  const METRICS_TOKEN = 'a token of some length';
  expect(readConfig({ METRICS_TOKEN }).metrics).toEqual({ port: null, token: METRICS_TOKEN });
});

test('what is missing is told at once, with what a first start needs besides', () => {
  const { SMTP_URL: _smtp, PUBLIC_URL: _url, ...rest } = production;
  for (const name of ['SMTP_URL', 'PUBLIC_URL', 'OWNER_EMAIL']) expect(() => readConfig(rest)).toThrow(name);
});

test('the message never contains a secret', () => {
  expect(() =>
    readConfig({ ...production, CREDENTIALS_KEYS: 'k1:hunter2', OWNER_PASSWORD: 'hunter2' }),
  ).toThrow(expect.not.objectContaining({ message: expect.stringContaining('hunter2') }));
});

test('a key goes to its own address only, and headers as they are written', () => {
  const { chains } = readConfig({
    ...production,
    ETH_RPC_URLS: 'https://a.example, https://b.example s3cretA==,https://c.example X-Api-Key=k1 X-Team=t=2',
    TRON_RPC_URLS: 'https://d.example/jsonrpc tr0nkey,https://e.example/jsonrpc',
    TRON_HTTP_URL: 'https://d.example tr0nkey',
  });
  expect(chains.ETH?.nodes).toEqual([
    { url: 'https://a.example', headers: {} },
    { url: 'https://b.example', headers: { Authorization: 'Bearer s3cretA==' } },
    { url: 'https://c.example', headers: { 'X-Api-Key': 'k1', 'X-Team': 't=2' } },
  ]);
  expect(chains.TRON).toMatchObject({
    nodes: [
      { url: 'https://d.example/jsonrpc', headers: { 'TRON-PRO-API-KEY': 'tr0nkey' } },
      { url: 'https://e.example/jsonrpc', headers: {} },
    ],
    http: { url: 'https://d.example', headers: { 'TRON-PRO-API-KEY': 'tr0nkey' } },
  });
});

test('a key for all addresses, and one that is no key, are named without being told', () => {
  const wrong = {
    ...production,
    TRON_API_KEY: 's3cret-1',
    ETH_RPC_URLS: 'https://a.example s3cret-2 s3cret-3,https://b.example',
  };
  expect(() => readConfig(wrong)).toThrow(/TRON_API_KEY(.|\n)*ETH_RPC_URLS/);
  expect(() => readConfig(wrong)).not.toThrow(/s3cret/);
});

test('sanctions lists are read over https, several addresses for one network, in a sandbox too', () => {
  const of = (ETH_SANCTIONS_URLS: string) => readConfig({ ETH_SANCTIONS_URLS });
  expect(of('https://a.example/1, https://a.example/2')).toMatchObject({
    mode: 'sandbox',
    sanctions: { ETH: ['https://a.example/1', 'https://a.example/2'] },
  });
  expect(readConfig({}).sanctions).toEqual({});
  expect(of('http://127.0.0.1:8080/list').sanctions).toEqual({ ETH: ['http://127.0.0.1:8080/list'] });
  for (const bad of ['http://a.example/list', 'file:///etc/passwd', 'a.example'])
    expect(() => of(bad)).toThrow('ETH_SANCTIONS_URLS');
});
