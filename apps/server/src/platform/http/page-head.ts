import type { Language } from '@portside/contract';

/** What the HTML of one page says of itself, to search engines and link previews. Plain texts: they are escaped later. */
export type PageHead = {
  /** Without the shop's name. */
  readonly title: string;
  readonly description: string;
  /** Absolute: the one address of what the page is about. */
  readonly canonical: string;
  /** Absolute; null without a picture. */
  readonly picture: string | null;
  /** Structured data in the words of schema.org. */
  readonly data: object;
};

/** The head of a page of which there are many, by its path; null where there is no such page. */
export type ReadPageHead = (path: string, language: Language) => Promise<PageHead | null>;
