/** The title of a page from its headline: a headline is a sentence, a title is not. */
export const titleOf = (headline: string): string => headline.replace(/[.。]\s*$/, '');
