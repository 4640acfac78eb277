/** A ref that focuses its element on mount: for content that replaces what was focused. */
export const focusNow = (element: HTMLElement | null): void => element?.focus();
