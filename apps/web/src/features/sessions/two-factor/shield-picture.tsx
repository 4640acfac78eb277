import { Picture } from '../../../ui/pictures/picture.tsx';

/** A shield, open or locked. */
export const ShieldPicture = ({ isOn, size = 84 }: { isOn: boolean; size?: number }) => (
  <Picture viewBox="0 0 84 96" width={size}>
    <path
      d="M42 6 74 16v28c0 22-13 36-32 46C23 80 10 66 10 44V16z"
      fill={isOn ? 'var(--tint)' : 'var(--wash)'}
    />
    <path d="M42 16 65 23v21c0 16-9 27-23 35-14-8-23-19-23-35V23z" fill="var(--ground)" />
    {isOn ? (
      <path d="m31 47 8 8 15-17" stroke="var(--signal)" strokeWidth="5" />
    ) : (
      <path d="M30 38v12M42 38v12M54 38v12" strokeDasharray="1 5" strokeWidth="4" opacity=".5" />
    )}
  </Picture>
);
