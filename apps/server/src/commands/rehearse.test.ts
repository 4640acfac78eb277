import { expect, test } from 'vitest';
import { refuseProduction } from './rehearse.ts';

test('a rehearsal is refused where the settings of a production are at hand', () => {
  expect(() => refuseProduction({ DATABASE_URL: 'postgresql://localhost/play', PORT: '3000' })).not.toThrow();
  for (const name of ['CREDENTIALS_KEYS', 'SMTP_URL', 'ETH_RPC_URLS', 'TRON_RPC_URLS'])
    expect(
      () => refuseProduction({ DATABASE_URL: 'postgresql://localhost/portside', [name]: 'x' }),
      name,
    ).toThrow(`settings of a production: ${name}`);
});
