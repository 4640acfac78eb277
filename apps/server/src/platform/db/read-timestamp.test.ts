import { types } from 'pg';
import { expect, test } from 'vitest';
import { readTimestamp } from './db.ts';

const read = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

test('times are read as the driver reads them', () => {
  for (let millis = 0; millis < 1_000; millis += 1) {
    const decimals = `.${String(millis).padStart(3, '0')}`.replace(/\.?0+$/, '');
    for (const more of ['', decimals === '' ? '' : `${decimals.padEnd(4, '0')}999`.slice(decimals.length)]) {
      const text = `2026-11-20 23:59:08${decimals}${more}+00`;
      expect([text, readTimestamp(text)]).toEqual([
        text,
        new Date(Date.UTC(2026, 10, 20, 23, 59, 8, millis)),
      ]);
    }
  }
  for (const text of ['1000-01-01 00:00:00+00', '2028-02-29 00:00:00.1+00', '9999-12-31 23:59:59.999999+00'])
    expect([text, readTimestamp(text)]).toEqual([text, read(text)]);
});

test('other spellings are left to the driver', () => {
  const others = [
    'infinity',
    '0044-03-15 12:00:00+00 BC',
    '0099-01-01 00:00:00+00',
    '10000-01-01 00:00:00+00',
  ];
  for (const text of [...others, '2026-11-20 12:00:00+02', '2026-11-20 12:00:00', '2026-11-20'])
    expect([text, readTimestamp(text)]).toEqual([text, undefined]);
});
