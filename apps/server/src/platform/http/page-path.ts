/** Whether a path belongs to the pages, which the browser routes: neither a call nor a built asset. */
export const isPagePath = (address: string): boolean => !/^\/(api|assets)(\/|$)/.test(address);
