import { Picture } from './picture.tsx';

/** A lifebuoy: help is on the way. */
export const LifebuoyPicture = ({ size = 132 }: { size?: number }) => (
  <Picture viewBox="0 0 132 112" width={size}>
    <ellipse cx="66" cy="98" rx="54" ry="9" fill="var(--wash)" stroke="none" />
    <circle cx="66" cy="50" r="38" fill="var(--ground)" />
    <path
      d="M66 12a38 38 0 0 1 27 11L80 36a20 20 0 0 0-14-6zM104 50a38 38 0 0 1-11 27L80 64a20 20 0 0 0 6-14zM66 88a38 38 0 0 1-27-11l13-13a20 20 0 0 0 14 6zM28 50a38 38 0 0 1 11-27l13 13a20 20 0 0 0-6 14z"
      fill="var(--signal)"
      stroke="none"
    />
    <circle cx="66" cy="50" r="38" />
    <circle cx="66" cy="50" r="20" />
    <path
      d="M93 23c14 4 20 16 16 27M93 77c9-2 15-8 17-16M39 77c-14-4-20-16-16-27M39 23c-9 2-15 8-17 16"
      opacity=".6"
    />
    <path d="M14 96c9-6 17-6 26 0s17 6 26 0 17-6 26 0 17 6 26 0" />
  </Picture>
);
