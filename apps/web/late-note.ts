import type { Language } from './src/locales/languages.ts';

/** The oldest browsers in which everything works: `build.target` and `start.js` go by them. */
export const OLDEST_BROWSERS = ['chrome111', 'edge111', 'firefox119', 'safari16.4', 'ios16.4'];

/** Where nothing starts: scripts are off or held back, the browser is too old, or a file did not arrive. */
const WORDS: Readonly<Record<Language, string>> = {
  'zh-cn': '页面未能启动。需要 JavaScript，以及 Chrome/Edge 111、Firefox 119、Safari 16.4 或更高版本。',
  en: 'Not started. This needs JavaScript and Chrome/Edge 111, Firefox 119, Safari 16.4 or newer.',
  pt: 'Não iniciou. É preciso JavaScript e Chrome/Edge 111, Firefox 119, Safari 16.4 ou mais recente.',
  ru: 'Не запустилось. Нужны JavaScript и Chrome/Edge 111, Firefox 119, Safari 16.4 или новее.',
};

/** As long as a slow network may take. */
const PATIENCE_S = 15;

const STYLE = `<style>[data-late]{position:fixed;bottom:0;z-index:999;background:#fff;color:#000;animation:late 1ms ${PATIENCE_S}s backwards}@keyframes late{from{visibility:hidden}}[data-unable] [data-late]{animation:none}</style><noscript><style>[data-late]{animation:none}</style></noscript>`;

/**
 * Part of every HTML until React takes over: says why nothing starts, by itself after a while, at once without scripts or
 * where `start.js` finds the browser too old. It needs neither scripts nor other files. Without a language in all.
 */
export const lateNote = (language?: Language): string =>
  `${STYLE}<div data-late>${language === undefined ? Object.values(WORDS).join('<br>') : WORDS[language]}</div>`;
