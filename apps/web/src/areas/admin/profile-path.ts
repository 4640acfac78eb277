import { PHONE_WIDTH_PX } from '../../lib/browser/phone-width.ts';

/** Where one's own account is looked after: on the side of the shop that this width is steered to. */
export const profilePath = (): string =>
  `/${window.innerWidth <= PHONE_WIDTH_PX ? 'mobile' : 'client'}/personal-information`;
