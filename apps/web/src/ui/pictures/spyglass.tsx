import { Picture } from './picture.tsx';

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
