import { useEffect, useRef, type RefObject } from 'react';

/**
 * For what appears while the reader looks at another part of the page: scrolls it into view once `isThere`, but not
 * where it is there from the beginning.
 */
export function useScrollIntoView<E extends Element>(isThere: boolean): RefObject<E | null> {
  const place = useRef<E>(null);
  const wasThere = useRef(isThere);
  useEffect(() => {
    const part = place.current;
    if (isThere && !wasThere.current && part && !isInView(part))
      part.scrollIntoView({ block: isTall(part) ? 'start' : 'center' });
    wasThere.current = isThere;
  }, [isThere]);
  return place;
}

/** The header covers as much. */
const HEADER_PX = 64;

const isTall = (part: Element): boolean => part.clientHeight > window.innerHeight - 2 * HEADER_PX;

function isInView(part: Element): boolean {
  const { top, bottom } = part.getBoundingClientRect();
  return top >= HEADER_PX && bottom <= window.innerHeight;
}
