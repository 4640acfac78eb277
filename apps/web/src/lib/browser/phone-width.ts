/** Screens up to this width in CSS pixels get the phone pages. */
export const PHONE_WIDTH_PX = 768;
