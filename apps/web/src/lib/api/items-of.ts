/** What is in a page, for lists that are shown whole. */
export const itemsOf = <T>(page: { readonly items: T[] }): T[] => page.items;
