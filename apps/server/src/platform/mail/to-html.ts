import { escapeHtml } from '../escape-html.ts';

/** Plain paragraphs as the HTML part of a mail. */
export const toHtml = (paragraphs: readonly string[]): string =>
  paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n');
