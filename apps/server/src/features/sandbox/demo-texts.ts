import type { Language } from '@portside/contract';

/** A text of the demo: in every language, which the compiler checks. An operator's own may lack some. */
export type DemoTexts = { readonly [L in Language]: string };

/** A text of the demo from its four languages. */
export const demoTexts = (en: string, zh: string, pt: string, ru: string): DemoTexts => ({
  en,
  'zh-cn': zh,
  pt,
  ru,
});
