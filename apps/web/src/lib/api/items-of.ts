/** The items of a page, for lists that are shown in full. */
export const itemsOf = <T>(page: { readonly items: T[] }): T[] => page.items;
