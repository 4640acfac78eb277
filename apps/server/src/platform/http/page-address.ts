/** Whether an address is one of the pages, which the browser tells apart: no call, and no built file. */
export const isPageAddress = (address: string): boolean => !/^\/(api|assets)(\/|$)/.test(address);
