import { Picture } from '../../ui/pictures/picture.tsx';

/** A lighthouse: agents show others the way. */
export const LighthousePicture = ({ size = 132 }: { size?: number }) => (
  <Picture viewBox="0 0 132 124" width={size}>
    <path d="M58 30 10 16v30zM74 30l48-14v30z" fill="var(--wash)" stroke="none" />
    <ellipse cx="66" cy="106" rx="54" ry="9" fill="var(--wash)" stroke="none" />
    <path d="M54 40h24l8 62H46z" fill="var(--ground)" />
    <path d="M52.4 54h27.2l1.8 14H50.6zM48.8 82h34.4l1.8 14H47z" fill="var(--signal)" stroke="none" />
    <path d="M54 40h24l8 62H46z" />
    <path d="M50 40h32M57 40V24h18v16M54 24h24L66 12z" fill="var(--tint)" />
    <circle cx="66" cy="32" r="4" fill="var(--signal)" stroke="none" />
    <path d="M62 102V92a4 4 0 0 1 8 0v10" fill="var(--ground)" />
    <path d="M20 102h92M30 112c6 4 12 4 18 0s12-4 18 0 12 4 18 0 12-4 18 0" opacity=".6" />
  </Picture>
);
