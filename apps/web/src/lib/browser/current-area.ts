import { PHONE_WIDTH_PX } from './phone-width.ts';

/**
 * The area that this screen is steered to: a product's page has one address for both. Without a screen, the desktop's.
 */
export const currentArea = (): '/client' | '/mobile' =>
  typeof window !== 'undefined' && window.innerWidth <= PHONE_WIDTH_PX ? '/mobile' : '/client';
