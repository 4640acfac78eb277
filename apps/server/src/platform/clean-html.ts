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
