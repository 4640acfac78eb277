import { startTransition, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';

/** As CSS; about a screen ahead of the reader. */
const AHEAD = '800px';

/** Reports once that the reader has scrolled near it. */
export function WhenNear({ onNear, ahead = AHEAD }: { onNear: () => void; ahead?: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const tell = useEffectEvent(onNear);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) tell();
      },
      { rootMargin: ahead },
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, [ahead]);
  return <span ref={place} />;
}

/** Shows a part far down a page once the reader has scrolled near it, and `before` in its place until then. */
export function ShownWhenNear({ children, before }: { children: ReactNode; before: ReactNode }) {
  const [isNear, setIsNear] = useState(false);
  if (isNear) return children;
  return (
    <>
      <WhenNear ahead="200px" onNear={() => startTransition(() => setIsNear(true))} />
      {before}
    </>
  );
}
