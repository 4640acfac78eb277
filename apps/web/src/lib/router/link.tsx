import type { ComponentProps, MouseEvent } from 'react';
import { useLocation, useNavigate } from './hooks.ts';
import { pathOf, resolvePath, type To } from './path.ts';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { readonly to: To };

/** A link within the site: a real address that opens without loading the page anew. */
export function Link({ to, onClick, children, ...props }: LinkProps) {
  const navigate = useNavigate();
  const here = useLocation();
  const path = pathOf(resolvePath(to, here));
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event, props.target)) return;
    event.preventDefault();
    // A link to the page itself is no further step.
    void navigate(to, { replace: path === pathOf(here) });
  }
  return (
    <a {...props} href={path} onClick={follow}>
      {children}
    </a>
  );
}

/** Any other click is the browser's: a new tab, a new window, a download. */
const isPlainClick = (event: MouseEvent, target: string | undefined): boolean =>
  event.button === 0 &&
  (target === undefined || target === '_self') &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);

/** A link that says whether its page, or one below it, is the current one. */
export function NavLink({ className, ...props }: LinkProps) {
  const here = useLocation();
  const to = resolvePath(props.to, here).pathname.toLowerCase();
  const at = here.pathname.toLowerCase();
  const isCurrent = at === to || at.startsWith(to.endsWith('/') ? to : `${to}/`);
  return (
    <Link
      {...props}
      className={[className, isCurrent && 'active'].filter(Boolean).join(' ') || undefined}
      aria-current={isCurrent ? 'page' : undefined}
    />
  );
}
