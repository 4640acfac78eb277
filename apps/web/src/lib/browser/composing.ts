/** Whether an input method still composes a word of what was typed: nobody means it yet. */
export const isComposing = (event: Event): boolean => (event as InputEvent).isComposing;
