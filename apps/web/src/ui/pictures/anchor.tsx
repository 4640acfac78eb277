import { Picture } from './picture.tsx';

/** A ship at anchor behind a closed boom: a blocked profile. */
export const AnchorPicture = ({ size = 132 }: { size?: number }) => (
  <Picture viewBox="0 0 132 120" width={size}>
    <circle cx="66" cy="60" r="50" fill="var(--wash)" stroke="none" />
    <circle cx="66" cy="24" r="9" fill="var(--ground)" />
    <path d="M66 33v62M50 46h32" />
    <path d="M30 68c2 20 18 30 36 30s34-10 36-30M30 68l-7 10M30 68l9 8M102 68l7 10M102 68l-9 8" />
    <path d="M16 58h100" stroke="var(--signal)" strokeWidth="5" strokeDasharray="10 9" />
  </Picture>
);
