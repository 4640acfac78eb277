/** A ref that moves focus to what has just taken the place of what was focused. */
export const focusNow = (element: HTMLElement | null): void => element?.focus();
