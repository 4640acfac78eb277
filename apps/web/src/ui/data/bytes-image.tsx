import { useCallback } from 'react';

type Props = { bytes: Blob; alt: string; className?: string | undefined };

/** An image that is in memory and has no public URL. */
export function BytesImage({ bytes, alt, className }: Props) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(bytes);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [bytes],
  );
  return <img ref={show} alt={alt} className={className} />;
}
