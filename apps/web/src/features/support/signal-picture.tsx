import { Picture } from '../../ui/pictures/picture.tsx';

/** Signal flags: write to us. */
export const SignalPicture = ({ size = 132 }: { size?: number }) => (
  <Picture viewBox="0 0 132 104" width={size}>
    <ellipse cx="66" cy="92" rx="52" ry="8" fill="var(--wash)" stroke="none" />
    <path d="M40 92V8M40 14c30 0 40 8 66 4" />
    <path d="M46 15v24l24 3V17z" fill="var(--ground)" />
    <path d="M46 27l24 3V17l-24-2z" fill="var(--signal)" stroke="none" />
    <path d="M46 15v24l24 3V17z" />
    <path d="M76 18v24l24 1V19z" fill="var(--tint)" />
    <path d="m76 18 24 25M100 19 76 42" />
    <path d="M32 92h16M36 8a4 4 0 1 1 8 0" />
    <path d="M54 92c6-4 12-4 18 0s12 4 18 0 12-4 18 0" opacity=".5" />
  </Picture>
);
