import { encode } from 'uqr';

/** Always dark on white, also in the dark theme: many scanners read nothing else. */
export default function QrDrawing({ text }: { text: string }) {
  const { size, path } = qrPath(text);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#0b2740" />
    </svg>
  );
}

/** Quiet zone around the code, in modules, as the standard requires. */
const QUIET_ZONE = 4;

type QrDrawingQrPath = { readonly size: number; readonly path: string };

/** Encodes a text as one SVG path, one unit per module; runs of dark modules are merged. */
export function qrPath(text: string): QrDrawingQrPath {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const path = data
    .flatMap((row, y) =>
      darkRuns(row).map(([x, length]) => `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h${length}v1h-${length}z`),
    )
    .join('');
  return { size: size + 2 * QUIET_ZONE, path };
}

/** Start and length of each run of dark modules. */
export function darkRuns(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  row.forEach((isDark, x) => {
    const last = runs.at(-1);
    if (!isDark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
