import { Picture } from '../../../ui/pictures/picture.tsx';

/** A ship in port with a coin ashore: the payment has arrived. */
export const ArrivedPicture = () => (
  <Picture viewBox="0 0 180 112" width={180}>
    <circle cx="90" cy="56" r="50" fill="var(--wash)" stroke="none" />
    <path d="M84 66h80l-12 22H96z" fill="var(--ground)" />
    <path d="M90 76h68" stroke="var(--signal)" strokeWidth="4" />
    <path d="M100 50h20v16h-20zM122 50h20v16h-20z" fill="var(--tint)" />
    <path d="M150 66V22M150 22l-26 9 26 9z" fill="var(--ground)" />
    <path d="M4 88h66v14H4z" fill="var(--tint)" stroke="none" />
    <path d="M4 88h66v14M70 88l14-10" />
    <circle cx="38" cy="62" r="24" fill="var(--ground)" />
    <circle cx="38" cy="62" r="18" fill="var(--signal)" stroke="none" />
    <path d="m29 62 6 7 12-13" stroke="#fff" strokeWidth="4" />
    <path d="M76 96c6 4 11 4 17 0s11-4 17 0 11 4 17 0 11-4 17 0 11 4 17 0" opacity=".55" />
    <path d="M12 26v8M8 30h8M62 20v6M59 23h6M172 40v6M169 43h6" opacity=".5" />
  </Picture>
);

/** An empty hourglass: the payment window has ended. */
export const EndedPicture = () => (
  <Picture viewBox="0 0 132 104" width={132}>
    <ellipse cx="66" cy="90" rx="52" ry="8" fill="var(--wash)" stroke="none" />
    <path d="M46 12h40M46 88h40" strokeWidth="4" />
    <path d="M50 14c0 22 14 26 14 36S50 64 50 86h32c0-22-14-26-14-36s14-14 14-36z" fill="var(--ground)" />
    <path d="M54 84c2-12 8-16 12-16s10 4 12 16z" fill="var(--signal)" stroke="none" />
    <path d="M86 72c14-2 12 16 26 14M20 86c4-14 14-8 18-18" opacity=".6" />
  </Picture>
);
