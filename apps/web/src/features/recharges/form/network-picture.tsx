import type { Network } from '@portside/contract';
import { webNetworkOf } from '../../../lib/networks.ts';
import { Picture } from '../../../ui/pictures/picture.tsx';

/** A launch for the fast network, a freighter for the expensive one. */
export const NetworkPicture = ({ network, size = 84 }: { network: Network; size?: number }) => (
  <Picture viewBox="0 0 84 56" width={size}>
    {PICTURES[webNetworkOf(network).picture]()}
    <path d="M2 48q6-4 12 0t12 0 12 0 12 0 12 0 12 0 8-1" opacity=".55" />
  </Picture>
);

const Launch = () => (
  <>
    <path d="M18 30h54l-9 14H26z" fill="var(--ground)" />
    <path d="M22 36h46" stroke="var(--signal)" strokeWidth="3" />
    <path d="M34 30l7-12h16l3 12z" fill="var(--tint)" />
    <path d="M44 22v8M57 18V8l9 4-9 4" />
    <path d="M2 24h12M6 32h8M2 40h14" opacity=".5" />
  </>
);

const Freighter = () => (
  <>
    <path d="M6 32h72l-8 14H14z" fill="var(--ground)" />
    <path d="M11 39h62" stroke="var(--signal)" strokeWidth="3" />
    <path d="M12 20h15v12H12zM27 20h15v12H27zM19 8h15v12H19zM42 20h12v12H42z" fill="var(--tint)" />
    <path d="M58 32V14h14v18" fill="var(--ground)" />
    <path d="M61 19h8M61 24h8M66 14V6h5v8" />
  </>
);

const PICTURES = { launch: Launch, freighter: Freighter } as const;
