/** Screens up to this many CSS pixels get the pages of phones. */
export const PHONE_WIDTH_PX = 768;
