import { Picture } from './picture.tsx';

export const CompassPicture = ({ size = 132 }: { size?: number }) => (
  <Picture viewBox="0 0 132 120" width={size}>
    <circle cx="66" cy="62" r="48" fill="var(--wash)" stroke="none" />
    <circle cx="66" cy="62" r="40" fill="var(--ground)" />
    <circle cx="66" cy="62" r="31" strokeDasharray="1 7.1" />
    <path d="m66 62-7-5 25-18-11 28z" fill="var(--signal)" stroke="none" />
    <path d="m66 62 7 5-25 18 11-28z" fill="var(--tint)" stroke="none" />
    <path d="M84 39 73 67 48 85l11-28z" />
    <path d="M60 14a6 6 0 1 1 12 0v8H60z" fill="var(--ground)" />
  </Picture>
);
