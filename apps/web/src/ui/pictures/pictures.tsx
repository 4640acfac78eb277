import type { ReactNode } from 'react';
import classes from './picture.module.css';

/** The style that all small drawings share: one line width, ink lines, one tint, one signal colour. */
export const Picture = ({
  viewBox,
  width,
  children,
}: {
  viewBox: string;
  width: number;
  children: ReactNode;
}) => (
  <svg className={classes.picture} viewBox={viewBox} width={width} aria-hidden>
    {children}
  </svg>
);

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

/** A tilted buoy: something failed. */
export const BuoyPicture = ({ size = 132 }: { size?: number }) => (
  <Picture viewBox="0 0 132 104" width={size}>
    <ellipse cx="66" cy="86" rx="58" ry="10" fill="var(--wash)" stroke="none" />
    <g transform="rotate(14 66 80)">
      <path d="M50 78 58 34h16l8 44z" fill="var(--ground)" />
      <path d="M54.4 54h23.2l2.2 12H52.2z" fill="var(--signal)" stroke="none" />
      <path d="M50 78 58 34h16l8 44" />
      <path d="M60 34v-8h12v8M66 26V14" />
      <circle cx="66" cy="11" r="4" fill="var(--signal)" />
    </g>
    <path d="M14 84c9 6 17 6 26 0s17-6 26 0 17 6 26 0 17-6 26 0" />
    <path d="M34 96c6 4 12 4 18 0s12-4 18 0 12 4 18 0" opacity=".45" />
  </Picture>
);

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

/** A spyglass: nothing was found. */
export const SpyglassPicture = ({ size = 132 }: { size?: number }) => (
  <Picture viewBox="0 0 132 96" width={size}>
    <ellipse cx="66" cy="84" rx="52" ry="7" fill="var(--wash)" stroke="none" />
    <g transform="rotate(-18 66 46)">
      <path d="M14 39h28v14H14z" fill="var(--ground)" />
      <path d="M42 35h34v22H42z" fill="var(--tint)" />
      <path d="M76 30h34v32H76z" fill="var(--ground)" />
      <path d="M104 30v32M82 30v32" />
      <path d="M42 35v22" stroke="var(--signal)" strokeWidth="4" />
    </g>
    <path d="m58 56-16 28M66 54l18 30" />
    <path d="M100 8v8M96 12h8M118 34v6M115 37h6" opacity=".6" />
  </Picture>
);
