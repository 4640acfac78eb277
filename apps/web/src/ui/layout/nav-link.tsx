import type { ComponentProps } from 'react';
import { Link, useRoute } from 'wouter';

type Props = Omit<ComponentProps<'a'>, 'href' | 'ref'> & { readonly to: string };

/** A link that says whether its page, or one below it, is the current one. */
export function NavLink({ to, ...props }: Props) {
  const [isCurrent] = useRoute(`${to.split('?')[0]}/*?`);
  return <Link to={to} aria-current={isCurrent ? 'page' : undefined} {...props} />;
}
