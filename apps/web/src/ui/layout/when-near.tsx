import { useEffect, useEffectEvent, useRef } from 'react';

/** About a screen ahead of the reader. */
const AHEAD = '800px';

/** Calls back once, when the reader has scrolled close to it. */
export function WhenNear({ onNear }: { onNear: () => void }) {
  const place = useRef<HTMLSpanElement>(null);
  const tell = useEffectEvent(onNear);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) tell();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return <span ref={place} />;
}
