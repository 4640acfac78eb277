import { currentArea } from '../../lib/browser/current-area.ts';

/** Path of the reader's own profile, in the area of this screen width. */
export const profilePath = (): string => `${currentArea()}/personal-information`;
