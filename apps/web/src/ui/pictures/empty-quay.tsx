import { Picture } from './picture.tsx';

/** A bollard without a ship: an empty list. */
export const EmptyQuayPicture = ({ size = 132 }: { size?: number }) => (
  <Picture viewBox="0 0 132 96" width={size}>
    <path d="M0 70h132v8H0z" fill="var(--tint)" stroke="none" />
    <path d="M6 70h120" />
    <path d="M40 70V50c0-3-5-4-5-9s5-7 15-7 15 2 15 7-5 6-5 9v20" fill="var(--ground)" />
    <path d="M38 56h24M38 62h24" stroke="var(--signal)" strokeWidth="3" />
    <path d="M62 59c16 0 18 11 34 11" stroke="var(--signal)" strokeWidth="3" />
    <path d="M88 30c3-4 6-4 8 0 2-4 5-4 8 0M104 18c2-3 5-3 6 0 2-3 4-3 6 0" opacity=".6" />
    <path d="M14 88c6 4 12 4 18 0s12-4 18 0 12 4 18 0 12-4 18 0 12 4 18 0 12-4 18 0" opacity=".5" />
  </Picture>
);
