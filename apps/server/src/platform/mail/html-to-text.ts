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
