import sanitize from 'sanitize-html';

/** Links to https URLs or to pages of this shop; never `//host` or anything that a browser reads as such. */
const EXTERNAL_LINK = /^https:\/\/[^\s\p{Cc}\\]+$/u;
const INTERNAL_LINK = /^\/(?!\/)[^\s\p{Cc}\\]*$/u;

const OPTIONS: sanitize.IOptions = {
  allowedTags: 'p br h2 h3 ul ol li blockquote strong em u s code a'.split(' '),
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  transformTags: { a: (tagName, { href = '' }) => ({ tagName, attribs: linkAttributes(href) }) },
};

function linkAttributes(href: string): sanitize.Attributes {
  if (INTERNAL_LINK.test(href)) return { href };
  if (!EXTERNAL_LINK.test(href) || !URL.canParse(href)) return {};
  return { href, rel: 'noopener noreferrer', target: '_blank' };
}

/** Sanitises HTML: keeps the few elements allowed in an announcement, and safe links. */
export const cleanHtml = (html: string): string => sanitize(html, OPTIONS).trim();

/** Text escaped for HTML, also for quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/**
 * Sanitised HTML as the plain-text part of a mail: a line per block, a dash per list item, the address after each
 * link. Not for anything that is shown as HTML again.
 */
export const htmlToText = (html: string): string =>
  html
    .replace(/\s*\n\s*/g, ' ')
    .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, href: string, words: string) =>
      words === href ? href : `${words} (${href})`,
    )
    .replace(/<li>\s*(?:<p>)?/g, '\n- ')
    .replace(/<br ?\/?>|<\/(?:p|h2|h3|blockquote|ul|ol)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/ *\n[ \n]*/g, '\n')
    .trim();
