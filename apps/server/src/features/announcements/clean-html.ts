import sanitize from 'sanitize-html';

/** A link to an address with https, or to a page of this shop: never `//host`, nor what a browser reads as that. */
const OUTWARD = /^https:\/\/[^\s\p{Cc}\\]+$/u;
const INWARD = /^\/(?!\/)[^\s\p{Cc}\\]*$/u;

const OPTIONS: sanitize.IOptions = {
  allowedTags: 'p br h2 h3 ul ol li blockquote strong em u s code a'.split(' '),
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  transformTags: { a: (tagName, { href = '' }) => ({ tagName, attribs: linkTo(href) }) },
};

function linkTo(href: string): sanitize.Attributes {
  if (INWARD.test(href)) return { href };
  if (!OUTWARD.test(href) || !URL.canParse(href)) return {};
  return { href, rel: 'noopener noreferrer', target: '_blank' };
}

/** Leaves of HTML the few elements that an announcement may have, and of links those that are harmless. */
export const cleanHtml = (html: string): string => sanitize(html, OPTIONS).trim();
