import { contrastOf, deepShadesOf } from '@portside/contract/settings/brand-colours';

const SIDE_PX = 512;
const SMALL_SIDE_PX = 192;
/** Devices cut an icon to any shape that contains the circle of this part of its width. */
const SAFE_ZONE = 0.8;
/** The darkest of the built-in main colour (app/theme/theme.ts). */
const BUILT_IN_GROUND = '#0b2740';
const WHITE = '#ffffff';
/** WCAG's for what is no text. */
const VISIBLE = 3;

/** A logo and its icons, as `setBrandLogo` takes them. */
type DrawnLogo = {
  readonly image: Blob;
  readonly furtherImages: { readonly small_icon: Blob; readonly maskable_icon: Blob };
};

/**
 * Any picture that the browser can draw as a logo: 512 by 512 pixels, the picture in the middle, transparent around it.
 * With it the icons of the installed shop: a small one, and one that devices may cut to their shape, on the main colour
 * where the picture can be seen on it, else on white. Drawing also leaves out scripts and links, which an SVG may
 * contain. Null for a file that is no picture.
 */
export async function toLogo(file: Blob, mainColour: string | null): Promise<DrawnLogo | null> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const logo = drawing(picture, SIDE_PX, 1);
    const maskable = drawing(picture, SIDE_PX, safeScaleOf(picture), groundOf(logo, mainColour));
    const [image, small_icon, maskable_icon] = await Promise.all(
      [logo, drawing(picture, SMALL_SIDE_PX, 1), maskable].map(toPng),
    );
    return { image: image!, furtherImages: { small_icon: small_icon!, maskable_icon: maskable_icon! } };
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

type Size = { readonly width: number; readonly height: number };

/** An SVG may have no size of its own. */
const sizeOf = ({ naturalWidth, naturalHeight }: HTMLImageElement): Size => ({
  width: naturalWidth || SIDE_PX,
  height: naturalHeight || SIDE_PX,
});

/** Which part of the icon's width the picture's longer side may take, so that its corners are in the safe zone. */
function safeScaleOf(picture: HTMLImageElement): number {
  const { width, height } = sizeOf(picture);
  return (SAFE_ZONE * Math.max(width, height)) / Math.hypot(width, height);
}

function drawing(picture: HTMLImageElement, side: number, part: number, ground?: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d')!;
  if (ground !== undefined) {
    context.fillStyle = ground;
    context.fillRect(0, 0, side, side);
  }
  const { width, height } = sizeOf(picture);
  const scale = (part * side) / Math.max(width, height);
  const [shownWidth, shownHeight] = [width * scale, height * scale];
  context.drawImage(picture, (side - shownWidth) / 2, (side - shownHeight) / 2, shownWidth, shownHeight);
  return canvas;
}

function groundOf(logo: HTMLCanvasElement, mainColour: string | null): string {
  const ground = mainColour === null ? BUILT_IN_GROUND : deepShadesOf(mainColour)[0]!;
  const ink = inkOf(logo);
  const isSeen = contrastOf(ink, ground) >= Math.min(VISIBLE, contrastOf(ink, WHITE));
  return isSeen ? ground : WHITE;
}

/** The average colour of what is drawn, as `#rrggbb`. */
function inkOf(canvas: HTMLCanvasElement): string {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  const sums = [0, 0, 0];
  let weight = 0;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    weight += alpha;
    for (let channel = 0; channel < 3; channel += 1) sums[channel]! += alpha * data[at + channel]!;
  }
  const bytes = sums.map((sum) => Math.round(sum / (weight || 1)));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

const toPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not drawn'))), 'image/png');
  });
