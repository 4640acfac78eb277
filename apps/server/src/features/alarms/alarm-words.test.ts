import { ALARM_KINDS, FINDINGS, LANGUAGES, type Finding, type FindingCode } from '@portside/contract';
import { describe, expect, test } from 'vitest';
import { describeFindings } from '../../platform/describe-findings.ts';
import { alarmTexts } from './alarm-mail.ts';

const SAMPLES = { text: '§', number: 7, count: 1234, time: '2026-01-02T03:04:05.000Z', amount: '1234.5' };
const CODES = Object.keys(FINDINGS) as FindingCode[];

const sampleOf = (code: FindingCode): Finding =>
  ({
    code,
    facts: Object.fromEntries(
      Object.entries<keyof typeof SAMPLES>(FINDINGS[code]).map(([name, kind]) => [name, SAMPLES[kind]]),
    ),
  }) as Finding;

/** Names that every language writes alike. */
const NAMES =
  /grant pg_monitor to|synchronous_\w+|remote_apply|\bon\b|USDT|UTC|2FA|IDs?|tokens?|topic|login|bytes?|MB|Tether|Portside|https?:\S+|ETH|TRON|Valkey|PostgreSQL/gi;
/** A run of Latin letters has no place in Chinese or Russian; in Portuguese, English is known by its small words. */
const ENGLISH = {
  'zh-cn': /[a-z]{2,}/i,
  ru: /[a-z]{2,}/i,
  pt: /\b(the|of|is|are|has|have|not|by|was|from|this|too|few|or more|proposed|sent|wallet|node|block)\b/i,
};

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(CODES)('%s is worded with all its facts', (code) => {
    const told = describeFindings(language, [sampleOf(code)]);
    expect(told).not.toMatch(/[{}]|undefined|(^|[ (])–/);
    for (const kind of Object.values<string>(FINDINGS[code])) {
      if (kind === 'count') expect(told).toContain((1234).toLocaleString(language));
      if (kind === 'time') expect(told).toContain('2026-01-02 03:04 UTC');
      if (kind === 'amount') expect(told).toMatch(/1.?234[.,]5/);
    }
  });

  test.runIf(language !== 'en').each(CODES)('%s has no English in it', (code) => {
    const told = describeFindings(language, [sampleOf(code)]).replaceAll(NAMES, '');
    expect(told).not.toMatch(ENGLISH[language as keyof typeof ENGLISH]);
  });

  test.runIf(language !== 'en').each(ALARM_KINDS)('the alarm %s has no English in it', (kind) => {
    const facts = { siteName: 'Portside', network: 'ETH', kind, findings: CODES.map(sampleOf) } as const;
    const { subject, lines } = alarmTexts(language, { ...facts, url: 'https://shop.example/admin' });
    for (const line of [subject, ...lines])
      expect(line.replaceAll(NAMES, '')).not.toMatch(ENGLISH[language as keyof typeof ENGLISH]);
  });
});

test('a fact that a stored finding does not have leaves a dash, not a gap', () => {
  const torn = { code: 'nodeSlow', facts: {} } as unknown as Finding;
  expect(describeFindings('en', [torn])).toBe('Node – is slower than the others.');
});
