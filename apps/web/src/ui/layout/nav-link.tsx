import type { ComponentProps, ReactNode } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import classes from '../data/count-badge.module.css';

type Props = Omit<ComponentProps<'a'>, 'href' | 'ref'> & {
  readonly to: string;
  /** Folders of pages elsewhere that belong to it. */
  readonly also?: readonly string[];
};

/** A link that says whether its page, or one below it, is the current one. */
export function NavLink({ to, also, ...props }: Props) {
  const page = to.split('?')[0]!;
  const [isCurrent] = useRoute(`${page}/*?`);
  const [path] = useLocation();
  const isAlso = also?.some((folder) => path.startsWith(`${folder}/`));
  return <Link to={to} aria-current={isCurrent || isAlso ? 'page' : undefined} {...props} />;
}

type CountedProps = Props & {
  readonly icon: ReactNode;
  /** What it is for, with the count. */
  readonly name: string;
  readonly count: number;
};

const MOST_SHOWN = 99;

/** A header's icon that leads to a page, with how many wait there; no number at zero. */
export const CountedLink = ({ icon, name, count, ...props }: CountedProps) => (
  <NavLink className={classes.entry} {...props}>
    {icon}
    <span className="visually-hidden">{name}</span>
    {count > 0 && (
      <span className={`${classes.badge} figures`} aria-hidden translate="no">
        {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
      </span>
    )}
  </NavLink>
);
