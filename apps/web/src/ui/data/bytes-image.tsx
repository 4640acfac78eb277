import { useCallback } from 'react';

type Props = { bytes: Blob; alt: string; className?: string | undefined };

/** An image whose bytes are in memory: no plain address leads to it. */
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
