import type { DocumentText } from '../../locales/documents.ts';

/** A built-in document as HTML for the editor. */
export const builtInHtml = ({ sections }: DocumentText): string =>
  sections
    .map(({ heading, paragraphs }) =>
      [`<h2>${escape(heading)}</h2>`, ...paragraphs.map((text) => `<p>${escape(text)}</p>`)].join(''),
    )
    .join('');

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
