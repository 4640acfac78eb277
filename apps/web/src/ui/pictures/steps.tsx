import { Picture } from './pictures.tsx';

/** A coin lowered onto the quay: topping up. */
export const TopUpPicture = ({ size = 150 }: { size?: number }) => (
  <Picture viewBox="0 0 150 104" width={size}>
    <path d="M8 84h134v10H8z" fill="var(--tint)" stroke="none" />
    <path d="M8 84h134" />
    <path d="M30 84V14h76M30 30l18-16M98 14v14M30 84l14-14" />
    <path d="M98 28v6" />
    <circle cx="98" cy="54" r="20" fill="var(--ground)" />
    <circle cx="98" cy="54" r="14" fill="var(--signal)" stroke="none" />
    <path d="M91 49h14M98 49v13M89.5 54.5c0 3 17 3 17 0" stroke="#fff" strokeWidth="2.4" />
    <path d="M56 84V64h22v20M60 70h14M60 76h9" fill="var(--ground)" />
    <path d="M122 70v6M128 64v12M134 58v18" opacity=".55" />
  </Picture>
);

/** Crates on a shelf, one picked: choosing. */
export const ChoosePicture = ({ size = 150 }: { size?: number }) => (
  <Picture viewBox="0 0 150 104" width={size}>
    <path d="M12 92V12M138 92V12M12 48h126M12 88h126" />
    <path d="M22 26h24v22H22zM50 30h20v18H50z" fill="var(--tint)" />
    <path d="M100 24h28v24h-28z" fill="var(--ground)" />
    <path d="M22 62h28v26H22zM54 66h22v22H54zM110 62h20v26h-20z" fill="var(--ground)" />
    <path d="M22 74h28M110 74h20M100 36h28" opacity=".5" />
    <path d="M80 58h26v26H80z" fill="var(--signal)" stroke="none" transform="translate(2 4)" />
    <path d="M82 62h26v26H82z" />
    <path d="m88 75 5 5 9-10" stroke="#fff" strokeWidth="3" />
    <path d="M30 34h8M56 38h8" />
  </Picture>
);

/** A small ship with its cargo: receiving. */
export const ReceivePicture = ({ size = 150 }: { size?: number }) => (
  <Picture viewBox="0 0 150 104" width={size}>
    <path d="M20 64h108l-14 22H36z" fill="var(--ground)" />
    <path d="M28 74h92" stroke="var(--signal)" strokeWidth="4" />
    <path d="M32 46h22v18H32zM56 46h22v18H56zM44 28h22v18H44z" fill="var(--tint)" />
    <path d="M39 51v8M47 51v8M63 51v8M71 51v8M51 33v8M59 33v8" opacity=".5" />
    <path d="M98 64V14" />
    <path d="M98 14h34v24H98z" fill="var(--ground)" />
    <path d="m98 15 17 13 17-13" />
    <path d="M6 88c8 5 15 5 23 0s15-5 23 0 15 5 23 0 15-5 23 0 15 5 23 0 15-5 23 0" />
    <path d="M20 97c6 4 11 4 17 0s11-4 17 0 11 4 17 0 11-4 17 0 11 4 17 0" opacity=".45" />
  </Picture>
);
