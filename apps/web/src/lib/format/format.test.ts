import { errors } from '@portside/contract/wire/errors';
import type { SiteConfig } from '@portside/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { telegramLink, ownPath } from './links.ts';
import { addressPage, isAddress } from './addresses.ts';
import { imageProblem, isEmail, plainEmail, refusedImage } from './field-rules.ts';
import { formatStock, formatUsdt, formatUsdtBalance, formatPercent, showDecimal } from './numbers.ts';
import { readDecimal, showDecimals } from './typed-numbers.ts';
import { formatDate, formatDateTime, formatDay, formatRelative, formatCountdown } from './times.ts';
import { dayRange, shopDays, todayIn } from './days.ts';
import { fromLocalTime, toLocalTime, withTimeZone } from './local-time.ts';
import { updateStored } from '../stored/stored-state.ts';

describe('links', () => {
  test.each([
    ['@harbour', 'https://t.me/harbour'],
    [' harbour ', 'https://t.me/harbour'],
    ['https://t.me/harbour', 'https://t.me/harbour'],
    ['t.me/harbour', 'https://t.me/harbour'],
    ['../evil?x', 'https://t.me/..%2Fevil%3Fx'],
  ])('%s → %s', (name, link) => {
    expect(telegramLink(name)).toBe(link);
  });

  test.each(['/', '/mobile/index', '/client/purchase-record?order_no=A1#top', '/a//b'])(
    '%s is ours',
    (path) => {
      expect(ownPath(path)).toBe(path);
    },
  );

  test.each([
    null,
    undefined,
    '',
    'client/main',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/..//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
  ])('%s is refused', (path) => {
    expect(ownPath(path)).toBeUndefined();
  });
});

describe('numbers', () => {
  const LANGUAGES = ['en', 'zh-cn', 'pt', 'ru'];

  test.each([
    // typed, of the API, shown in: en, zh-cn, pt, ru
    ['1.5', '1.5', '1.5', '1.5', '1,5', '1,5'],
    ['1,5', '1.5', '1.5', '1.5', '1,5', '1,5'],
    ['10,20', '10.20', '10.20', '10.20', '10,20', '10,20'],
    ['0,000001', '0.000001', '0.000001', '0.000001', '0,000001', '0,000001'],
    ['1200', '1200', '1200', '1200', '1200', '1200'],
    ['12,', '12', '12', '12', '12', '12'],
    ['', '', '', '', '', ''],
    ['0.350', '0.350', '0.350', '0.350', '0,350', '0,350'],
    ['1,2005', '1.2005', '1.2005', '1.2005', '1,2005', '1,2005'],
  ])('%j is read as %j', (typed, decimal, ...shown) => {
    for (const language of LANGUAGES) expect(readDecimal(typed, language)).toBe(decimal);
    expect(LANGUAGES.map((language) => showDecimal(decimal, language))).toEqual(shown);
  });

  test.each([
    // typed, of the API in: en, zh-cn, pt, ru
    ['1,200', '1,200', '1,200', '1.200', '1.200'],
    ['1.200', '1.200', '1.200', '1,200', '1,200'],
    [' 1.200 ', '1.200', '1.200', ' 1,200 ', ' 1,200 '],
    ['١٬٢٠٠٫٥', '1200.5', '1200.5', '1200.5', '1200.5'],
    ['12,345,678', '12345678', '12345678', '12345678', '12345678'],
    ['12.345.678', '12345678', '12345678', '12345678', '12345678'],
    ['1,200.50', '1200.50', '1200.50', '1200.50', '1200.50'],
    ['1.200,50', '1200.50', '1200.50', '1200.50', '1200.50'],
    ['abc', 'abc', 'abc', 'abc', 'abc'],
  ])('%j is read in the language of the page', (typed, ...decimals) => {
    expect(LANGUAGES.map((language) => readDecimal(typed, language))).toEqual(decimals);
  });

  test.each(['1,200', '1.200', '1,200.50', '1.200,50', '12.345.678', '10,20', '10.20', '1.200,50,3'])(
    'what %j was read as is read the same again once it is shown',
    (typed) => {
      for (const language of LANGUAGES) {
        const decimal = readDecimal(typed, language);
        expect(readDecimal(showDecimal(decimal, language), language)).toBe(decimal);
      }
    },
  );

  test.each([
    ['0', '0.00'],
    ['0.45', '0.45'],
    ['100.001234', '100.001234'],
    ['123456789012.000001', '123,456,789,012.000001'],
  ])('%s USDT in English', (amount, shown) => {
    expect(formatUsdt(amount, 'en')).toBe(shown);
  });

  test('a balance is rounded down', () => {
    expect(formatUsdtBalance('12.509999', 'en')).toBe('12.50');
    expect(formatUsdtBalance('9007199254740993.99', 'en')).toBe('9,007,199,254,740,993.99');
  });

  test('digits follow the language', () => {
    expect(formatUsdt('1234.5', 'pt')).toBe('1.234,50');
    expect(formatUsdt('1234567.5', 'zh-cn')).toBe('1,234,567.50');
  });

  test('a percentage is written as its readers write it', () => {
    expect(formatPercent('7.5', 'en')).toBe('7.5%');
    expect(formatPercent('12.25', 'zh-cn')).toBe('12.25%');
    expect(formatPercent('7.5', 'pt')).toBe('7,5%');
    expect(formatPercent('7.5', 'ru')).toBe('7,5\u00a0%');
    expect(formatPercent('0', 'ru')).toBe('0\u00a0%');
  });

  test.each([
    ['exact', 1_234, '1,234'],
    ['ranges', 1_000, '1,000+'],
    ['ranges', 0, '0'],
    ['in_stock', 1, '✓'],
    ['in_stock', 0, '0'],
  ] as const)('%s stock of %i is shown as %s', (stock_display, count, shown) => {
    expect(formatStock({ stock_display }, count, 'en')).toBe(shown);
  });

  const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

  test('an address of a public network has a page', () => {
    expect(addressPage('ETH', 1, USDT)).toBe(`https://etherscan.io/address/${USDT}`);
  });

  test('a local chain has no explorer, and what is no address has no page', () => {
    expect(addressPage('ETH', 7_700_001, USDT)).toBeNull();
    expect(addressPage('TRON', 728_126_428, USDT)).toBeNull();
  });

  test.each([
    ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', true],
    ['TRON', ' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t ', true],
    ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', false],
    ['TRON', '0xdac17f958d2ee523a2206206994597c13d831ec7', false],
    ['ETH', '0xdAC17F958D2ee523a2206206994597C13D831ec7', true],
    ['ETH', '0xdac17f958d2ee523a2206206994597c13d831ec7', true],
    ['ETH', '0xDac17F958D2ee523a2206206994597C13D831ec7', false],
    ['ETH', '', false],
  ] as const)('on %s %j: %s', (network, text, is) => {
    expect(isAddress(network, text)).toBe(is);
  });

  const MIB = 1024 * 1024;

  test.each([
    [{ type: 'image/png', size: 1 }, null],
    [{ type: 'image/webp', size: 5 * MIB }, null],
    [{ type: 'image/jpeg', size: 5 * MIB + 1 }, 'size'],
    [{ type: 'image/svg+xml', size: 1 }, 'type'],
    [{ type: '', size: 1 }, 'type'],
  ])('%o → %s', (file, problem) => {
    expect(imageProblem(file)).toBe(problem);
  });

  test.each([
    ['invalidFormat', 'type'],
    ['bodyTooLarge', 'size'],
    ['serverBusy', null],
  ] as const)('refused as %s: %s', (name, problem) => {
    expect(refusedImage(new ApiError(errors[name].code, ''))).toBe(problem);
  });

  test.each([
    [' ann@box.example ', 'ann@box.example'],
    ['ann＠box．example', 'ann@box.example'],
    ['ａｎｎ＠box.example', 'ann@box.example'],
  ])('%j is the address %s', (typed, address) => {
    expect([isEmail(typed), plainEmail(typed)]).toEqual([true, address]);
  });

  test.each(['ann', 'ann@box', 'ann@@box.example', 'a nn@box.example', 'ann＠'])(
    '%j is no address',
    (typed) => {
      expect(isEmail(typed)).toBe(false);
    },
  );
});

describe('times', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');

  test.each([
    ['2026-11-21T11:59:30Z', 'now'],
    ['2026-11-21T11:57:01Z', '2 minutes ago'],
    ['2026-11-21T09:00:00Z', '3 hours ago'],
    ['2026-11-28T12:00:00Z', 'in 7 days'],
  ])('%s', (iso, shown) => {
    expect(formatRelative(iso, 'en', now)).toBe(shown);
  });

  test('a Russian year is not parted from its "г."', () => {
    expect(formatDate('2026-11-21T12:00:00Z', 'ru')).toContain('2026\u00a0г.');
  });

  test('an English time is not parted from its PM', () => {
    expect(formatDateTime('2026-11-21T12:00:00Z', 'en')).toMatch(/:00[\u00a0\u202f][AP]M$/);
  });

  describe('in the back office', () => {
    const office = (time_zone: string) => {
      vi.stubGlobal('location', { pathname: '/admin/order' });
      updateStored({ webConfig: { time_zone } as SiteConfig });
    };
    afterEach(() => {
      vi.unstubAllGlobals();
      updateStored({ webConfig: null });
    });

    test('times are the shop’s, also where they are typed', () => {
      expect(fromLocalTime('2026-11-21T20:30')).toBe(new Date('2026-11-21T20:30').toISOString());
      office('Asia/Shanghai');
      expect(formatDateTime('2026-11-21T20:30:00Z', 'pt')).toMatch(/^22 .*04:30$/);
      expect(toLocalTime('2026-11-21T20:30:00Z')).toBe('2026-11-22T04:30');
      // A day is the same everywhere.
      expect(formatDay('2026-11-21', 'en')).toBe('Nov 21, 2026');
      expect(fromLocalTime('2026-11-22T04:30')).toBe('2026-11-21T20:30:00.000Z');
      expect(withTimeZone('Starts')).toBe('Starts (Asia/Shanghai)');
      office('America/New_York');
      expect(formatDay('2026-11-21', 'en')).toBe('Nov 21, 2026');
      // Around the change of clocks, which the device's own zone knows nothing of.
      for (const iso of ['2026-11-01T04:30:00.000Z', '2026-11-01T07:30:00.000Z', '2026-03-08T07:30:00.000Z'])
        expect(fromLocalTime(toLocalTime(iso))).toBe(iso);
    });

    test('a zone that the browser does not know leaves the reader’s own', () => {
      const own = formatDateTime('2026-11-21T20:30:00Z', 'en');
      office('Mars/Olympus');
      expect(formatDateTime('2026-11-21T20:30:00Z', 'en')).toBe(own);
      expect(withTimeZone('Starts')).toBe('Starts');
    });
  });

  test('the short form is short in every language', () => {
    const short = (language: string) => formatRelative('2026-11-21T11:57:01Z', language, now, 'short');
    expect(['zh-cn', 'en', 'pt', 'ru'].map(short)).toEqual([
      '2分钟前',
      '2 min. ago',
      'há 2 min.',
      '2 мин. назад',
    ]);
  });

  test.each([
    [0, '00:00'],
    [59, '00:59'],
    [1_799, '29:59'],
    [3_600, '1:00:00'],
    [86_399, '23:59:59'],
  ])('%i seconds', (seconds, shown) => {
    expect(formatCountdown(seconds)).toBe(shown);
  });

  test('a day holds all of itself in the reader’s time zone', () => {
    const { from, to } = dayRange({ from: '2026-11-21', to: '2026-11-21' });
    expect(new Date(from!).getTime()).toBe(new Date(2026, 10, 21).getTime());
    expect(new Date(to!).getTime()).toBe(new Date(2026, 10, 22).getTime() - 1);
  });

  test('an open or half-typed end is left out', () => {
    expect(dayRange({ from: '', to: '2026-02-' })).toEqual({ from: undefined, to: undefined });
  });

  test('a day on which midnight comes twice, or not at all, has all of its hours', () => {
    const zone = process.env['TZ'];
    const hoursOf = (timeZone: string, day: string): number => {
      process.env['TZ'] = timeZone;
      const { from, to } = dayRange({ from: day, to: day });
      return (Date.parse(to!) + 1 - Date.parse(from!)) / 3_600_000;
    };
    expect(hoursOf('America/Sao_Paulo', '2018-02-17')).toBe(25);
    expect(hoursOf('America/Sao_Paulo', '2018-11-04')).toBe(23);
    expect(hoursOf('America/Havana', '2026-11-01')).toBe(25);
    expect(hoursOf('Africa/Cairo', '2026-04-24')).toBe(23);
    process.env['TZ'] = zone ?? 'UTC';
  });

  test('the days of the shop go as they are; what is none is left out', () => {
    expect(shopDays({ from: '2026-11-21', to: '2026-11-21' })).toEqual({
      from: '2026-11-21',
      to: '2026-11-21',
    });
    expect(shopDays({ from: 'yesterday', to: '' })).toEqual({ from: undefined, to: undefined });
  });

  test('today is the day of a time zone, wherever the reader is', () => {
    const at = new Date('2026-11-21T23:30:00Z');
    expect(todayIn('America/Noronha', at)).toBe('2026-11-21');
    expect(todayIn('Asia/Shanghai', at)).toBe('2026-11-22');
    expect(todayIn('Pacific/Apia', new Date('2026-11-21T11:00:00Z'))).toBe('2026-11-22');
    expect(todayIn('Moon/Sea', at)).toMatch(/^2026-11-2\d$/);
  });
});

test('prices and tiers in words have the sign for decimals that the reader uses, and names stay', () => {
  const shown = (text: string) => showDecimals(text, 'pt');
  expect(['1.125', '10: 1.125; 100: 1', '1000.5: 50.25 %, 2000: 5', ''].map(shown)).toEqual([
    '1,125',
    '10: 1,125; 100: 1',
    '1000,5: 50,25 %, 2000: 5',
    '',
  ]);
  expect(shown('Mail 2.0 ≥100: 1.125 < 1.5')).toBe('Mail 2.0 ≥100: 1,125 < 1,5');
  expect(showDecimals('10: 1.125', 'en')).toBe('10: 1.125');
});
