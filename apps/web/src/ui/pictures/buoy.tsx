import { Picture } from './picture.tsx';

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
