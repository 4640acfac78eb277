const SIDE_PX = 512;

/**
 * Any picture that the browser can draw as a logo: 512 by 512 pixels, the picture in the middle, transparent around it.
 * Drawing it also leaves out scripts and links, which an SVG may contain. Null for a file that is no picture.
 */
export async function toLogo(file: File): Promise<Blob | null> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = SIDE_PX;
    canvas.height = SIDE_PX;
    // An SVG may have no size of its own.
    const [width, height] = [picture.naturalWidth || SIDE_PX, picture.naturalHeight || SIDE_PX];
    const scale = SIDE_PX / Math.max(width, height);
    const [shownWidth, shownHeight] = [width * scale, height * scale];
    canvas
      .getContext('2d')!
      .drawImage(picture, (SIDE_PX - shownWidth) / 2, (SIDE_PX - shownHeight) / 2, shownWidth, shownHeight);
    return await new Promise((resolve) => {
      canvas.toBlob(resolve, 'image/png');
    });
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}
