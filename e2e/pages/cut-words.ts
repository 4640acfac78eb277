import type { Page } from '@playwright/test';

/** Runs in the page. */
const CUT_WORDS = `
  [
    ...document.querySelectorAll('.mantine-Button-label'),
    ...Array.from(document.querySelectorAll('table'), ({ parentElement }) => parentElement),
  ]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map(({ textContent }) => textContent.trim().slice(0, 60))
`;

/** Buttons whose words end before their last letter, and tables wider than their place. */
export const cutWordsOf = (page: Page): Promise<string[]> => page.evaluate<string[]>(CUT_WORDS);
