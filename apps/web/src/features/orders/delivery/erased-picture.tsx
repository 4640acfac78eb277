import { Picture } from '../../../ui/pictures/picture.tsx';

/** An empty crate: the account data was deleted. */
export const ErasedPicture = ({ size = 132 }: { size?: number }) => (
  <Picture viewBox="0 0 132 100" width={size}>
    <ellipse cx="66" cy="84" rx="54" ry="9" fill="var(--wash)" stroke="none" />
    <path d="M34 30h64v48H34z" fill="var(--ground)" strokeDasharray="6 6" />
    <path d="M34 46h64" strokeDasharray="6 6" opacity=".6" />
    <path d="M54 54h24v14H54z" fill="var(--tint)" />
    <path d="M59 61h14" />
    <path d="M12 82c9 6 18 6 27 0s18-6 27 0 18 6 27 0 18-6 27 0" stroke="var(--signal)" strokeWidth="3" />
    <path d="M30 93c6 4 12 4 18 0s12-4 18 0 12 4 18 0 12-4 18 0" opacity=".45" />
  </Picture>
);
