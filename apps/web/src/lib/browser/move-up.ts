const DURATION_MS = 180;

/** Where what follows a part of the page begins. */
export const topAfter = (part: Element): number | null =>
  part.nextElementSibling?.getBoundingClientRect().top ?? null;

/**
 * Has what follows a part of the page move from where it was to where it is, instead of jumping there. Browsers take a
 * jump for the page's own where it comes long after the button was pressed down: a slow press is enough.
 */
export function moveFollowing(part: Element, topBefore: number): void {
  const top = topAfter(part);
  if (top === null || top === topBefore) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const way = [{ transform: `translateY(${topBefore - top}px)` }, { transform: 'none' }];
  for (let next = part.nextElementSibling; next; next = next.nextElementSibling)
    next.animate(way, { duration: isStill ? 1 : DURATION_MS, easing: 'ease-out' });
}
