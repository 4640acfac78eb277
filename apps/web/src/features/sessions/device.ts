/** What a user agent says about the device; undefined if it is unknown. */
type Device = {
  readonly browser: string | undefined;
  readonly system: string | undefined;
  readonly isPhone: boolean;
};

/** First match wins: most browsers also name the ones they derive from. */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Browser and operating system by their common names. */
export function deviceOf(userAgent: string): Device {
  const nameIn = (table: typeof BROWSERS) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  return {
    browser: nameIn(BROWSERS),
    system: nameIn(SYSTEMS),
    isPhone: /\b(iPhone|iPad|Android|Mobile)\b/.test(userAgent),
  };
}
