import { PHONE_WIDTH_PX } from '../../lib/browser/phone-width.ts';

/** Path of the reader's own profile, in the area of this screen width. */
export const profilePath = (): string =>
  `/${window.innerWidth <= PHONE_WIDTH_PX ? 'mobile' : 'client'}/personal-information`;
