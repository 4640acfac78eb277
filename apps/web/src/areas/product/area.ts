import { PHONE_WIDTH_PX } from '../../lib/browser/phone-width.ts';

/** The area that this screen is steered to: a product's page has one address for both. */
export const currentArea = (): '/client' | '/mobile' =>
  window.innerWidth <= PHONE_WIDTH_PX ? '/mobile' : '/client';
