import { qrPath } from '../../lib/format/qr-path.ts';

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
