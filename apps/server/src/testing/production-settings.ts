import { randomBytes } from 'node:crypto';
import { Keyring } from '../platform/keyring.ts';

/** Settings of a process of a shop in production where no chain is followed and no mail goes out. */
export function productionSettings(engines: { readonly databaseUrl: string; readonly valkeyUrl: string }) {
  const key = (): string => randomBytes(32).toString('base64');
  return {
    PATH: process.env['PATH'],
    VALKEY_URL: engines.valkeyUrl,
    DATABASE_URL: engines.databaseUrl,
    // Nothing may be written to a disk.
    DATA_DIR: '/proc/portside',
    PUBLIC_URL: 'http://localhost',
    ETH_RPC_URLS: 'http://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'shop@example.test',
    CREDENTIALS_KEYS: `k1:${key()}`,
    FINGERPRINT_KEY: key(),
    OWNER_USERNAME: 'owner',
    OWNER_EMAIL: 'owner@example.test',
    OWNER_PASSWORD: key(),
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'silent',
  };
}

type Keys = Pick<ReturnType<typeof productionSettings>, 'CREDENTIALS_KEYS' | 'FINGERPRINT_KEY'>;

/** The keys of these settings, for what a test writes into that shop's database itself. */
export function keyringOf({ CREDENTIALS_KEYS, FINGERPRINT_KEY }: Keys): Keyring {
  const [id = '', key = ''] = CREDENTIALS_KEYS.split(':');
  return new Keyring(new Map([[id, Buffer.from(key, 'base64')]]), Buffer.from(FINGERPRINT_KEY, 'base64'));
}
