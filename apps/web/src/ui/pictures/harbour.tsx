import { useBrandHero } from '../../lib/browser/page-data.ts';

/** Extends far beyond the drawing, so that the water fills any container. */
const WAVE = `q15-7 30 0${'t30 0'.repeat(70)}`;

/** A container: doors drawn as three lines. */
const Box = ({ x, y, fill }: { x: number; y: number; fill: string }) => (
  <>
    <rect x={x} y={y} width="38" height="18" rx="1.5" fill={fill} stroke="none" />
    <path d={`M${x + 10} ${y + 4}v10M${x + 19} ${y + 4}v10M${x + 28} ${y + 4}v10`} opacity=".35" />
  </>
);

// The operator's colours replace them (contract/src/settings/brand-colours.ts).
const STEEL = 'var(--shop-picture-2, #34638b)';
const SLATE = 'var(--shop-picture-3, #264f74)';
const PALE = 'var(--shop-picture-1, #5586b0)';
const LAMP = 'var(--shop-signal)';

/**
 * The operator's picture over the whole of a dark area, darkened so that white text on it is readable; else the quay at
 * dusk with a crane, containers and a ship.
 */
export function HeroPicture({ className }: { className?: string | undefined }) {
  const own = useBrandHero();
  return own ? <img data-hero="" src={own} alt="" /> : <HarbourPicture className={className} />;
}

const HarbourPicture = ({ className }: { className?: string | undefined }) => (
  <svg
    className={className}
    data-brand="hero"
    viewBox="0 0 720 240"
    overflow="visible"
    fill="none"
    stroke="var(--shop-picture-0, #6f9cc2)"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    <g>
      <path d="M120 196V64h16v132M204 196V64h16v132" />
      <path d="M120 104h100M120 64h100l-50-34z" />
      <path d="M60 64h330M390 64 170 30 60 64" opacity=".8" />
      <path d="M60 72h330v-8M84 64v8M108 64v8M246 64v8M278 64v8M310 64v8M342 64v8M366 64v8" opacity=".55" />
      <path d="M318 72v42M330 72v42M300 114h48" />
      <Box x={305} y={116} fill={LAMP} />
      <circle cx="170" cy="24" r="3.5" fill={LAMP} stroke="none" />
      <rect x="232" y="74" width="22" height="15" rx="2" fill={STEEL} />
    </g>
    <g>
      <Box x={14} y={178} fill={STEEL} />
      <Box x={56} y={178} fill={SLATE} />
      <Box x={26} y={158} fill={PALE} />
      <Box x={68} y={158} fill={STEEL} />
      <Box x={146} y={178} fill={SLATE} />
    </g>
    <path d="M0 198h236v26H0z" fill="var(--shop-picture-4, #10314e)" stroke="none" />
    <path d="M0 198h236v26" />
    <path d="M22 224v-14M60 224v-14M98 224v-14M136 224v-14M174 224v-14M212 224v-14" opacity=".4" />
    <g>
      <Box x={296} y={162} fill={STEEL} />
      <Box x={338} y={162} fill={PALE} />
      <Box x={380} y={162} fill={SLATE} />
      <Box x={422} y={162} fill={STEEL} />
      <Box x={464} y={162} fill={LAMP} />
      <Box x={506} y={162} fill={STEEL} />
      <Box x={338} y={142} fill={SLATE} />
      <Box x={380} y={142} fill={STEEL} />
      <Box x={422} y={142} fill={PALE} />
      <Box x={464} y={142} fill={SLATE} />
      <Box x={380} y={122} fill={PALE} />
      <Box x={422} y={122} fill={STEEL} />
      <path d="M262 184h420l-30 44H284z" fill="var(--shop-picture-4, #0c2c48)" />
      <path d="M276 204h388" stroke={LAMP} strokeWidth="3" />
      <path
        d="M566 184v-62h62v62M574 122v-20h46v20M596 102V78M588 86h16"
        fill="var(--shop-picture-4, #12395a)"
      />
      <path
        d="M574 134h8M590 134h8M606 134h8M574 150h8M590 150h8M606 150h8M582 110h30"
        stroke="var(--shop-picture-0, #9cc3e4)"
        strokeWidth="3"
      />
      <circle cx="596" cy="74" r="3" fill={LAMP} stroke="none" />
    </g>
    <path d={`M-1050 228${WAVE}`} opacity=".9" />
    <path d={`M-1062 237${WAVE}`} opacity=".45" />
  </svg>
);
