import { contrastOf, deepShadesOf } from '@portside/contract/settings/brand-colours';

const SIDE_PX = 512;
const SMALL_SIDE_PX = 192;
/** Devices cut an icon to any shape that contains the circle of this part of its width. */
const SAFE_ZONE = 0.8;
/** The darkest of the built-in main colour (app/theme/theme.ts). */
const BUILT_IN_GROUND = '#0b2740';
const WHITE = '#ffffff';
/** WCAG's contrast for anything but text. */
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
  const drawn = await drawFrom(file, async (picture) => {
    const logo = drawing(picture, SIDE_PX, 1);
    const maskable = drawing(picture, SIDE_PX, safeScaleOf(picture), groundOf(logo, mainColour));
    const [image, small_icon, maskable_icon] = await Promise.all(
      [logo, drawing(picture, SMALL_SIDE_PX, 1), maskable].map(toPng),
    );
    return { image: image!, furtherImages: { small_icon: small_icon!, maskable_icon: maskable_icon! } };
  });
  return drawn === 'notImage' ? null : drawn;
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

/** The drawing's average colour, as `#rrggbb`. */
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

const toPng = (canvas: HTMLCanvasElement): Promise<Blob> => toBlob(canvas, 'image/png');

const toBlob = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not drawn'))), type, quality);
  });

/** As `setBrandPicture` takes it; shown at a quarter of it. */
const WORDMARK = { height: 120, most: 960, least: 60 };
/** Before its empty margins are cut off. */
const DRAWN_HEIGHT = 480;
const MOST_DRAWN_WIDTH = 4_800;
/** Less is the edge of a letter, and no ink. */
const FAINT_ALPHA = 8;

/** A wordmark without its empty margins, 120 pixels high; the name of the problem for a file that is no picture. */
export const toWordmark = (file: Blob): Promise<Blob | 'notImage'> =>
  drawFrom(file, async (picture) => {
    const { width, height } = sizeOf(picture);
    const scale = Math.min(DRAWN_HEIGHT / height, MOST_DRAWN_WIDTH / width);
    const whole = sized(width * scale, height * scale);
    const context = whole.getContext('2d', { willReadFrequently: true })!;
    context.drawImage(picture, 0, 0, whole.width, whole.height);
    const ink = inkBox(context.getImageData(0, 0, whole.width, whole.height));
    const fit = Math.min(WORDMARK.height / ink.height, WORDMARK.most / ink.width);
    const [inkWidth, inkHeight] = [ink.width * fit, ink.height * fit];
    const cut = sized(Math.max(WORDMARK.least, inkWidth), WORDMARK.height);
    const top = (cut.height - inkHeight) / 2;
    cut
      .getContext('2d')!
      .drawImage(whole, ink.left, ink.top, ink.width, ink.height, 0, top, inkWidth, inkHeight);
    return toPng(cut);
  });

const HERO = { width: 1_920, height: 1_200, leastWidth: 640, leastHeight: 240, quality: 0.82 };

/** The home page's picture, as small as a large screen allows; the name of the problem for a file that cannot be one. */
export const toHero = (file: Blob): Promise<Blob | 'notImage' | 'smallHero'> =>
  drawFrom(file, async (picture) => {
    const { width, height } = sizeOf(picture);
    if (width < HERO.leastWidth || height < HERO.leastHeight) return 'smallHero';
    const scale = Math.min(1, HERO.width / width, HERO.height / height);
    if (width * scale < HERO.leastWidth || height * scale < HERO.leastHeight) return 'smallHero';
    const canvas = sized(width * scale, height * scale);
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    // Browsers that cannot write WebP write PNG, which photographs are too large for.
    const webp = await toBlob(canvas, 'image/webp', HERO.quality);
    return webp.type === 'image/webp' ? webp : toBlob(canvas, 'image/jpeg', HERO.quality);
  });

async function drawFrom<T>(
  file: Blob,
  draw: (picture: HTMLImageElement) => Promise<T>,
): Promise<T | 'notImage'> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    return await draw(picture);
  } catch {
    return 'notImage';
  } finally {
    URL.revokeObjectURL(address);
  }
}

function sized(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  return canvas;
}

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** The smallest box around what is not transparent; the whole where nothing is, or everything. */
export function inkBox({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): Box {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (data[(y * width + x) * 4 + 3]! <= FAINT_ALPHA) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  return right < 0
    ? { left: 0, top: 0, width, height }
    : { left, top, width: right - left + 1, height: bottom - top + 1 };
}
