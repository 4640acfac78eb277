import { expect, test } from 'vitest';
import { deviceOf } from './active-sessions.tsx';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    { browser: 'Edge', system: 'Windows', isPhone: false },
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S931B) ${WEBKIT} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    { browser: 'Samsung Internet', system: 'Android', isPhone: true },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', system: 'iPhone', isPhone: true },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0',
    { browser: 'Firefox', system: 'macOS', isPhone: false },
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/142.0.0.0 Safari/537.36`,
    { browser: 'Chrome', system: 'Linux', isPhone: false },
  ],
  ['curl/8.5.0', { browser: undefined, system: undefined, isPhone: false }],
  ['', { browser: undefined, system: undefined, isPhone: false }],
])('%s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toEqual(device);
});
