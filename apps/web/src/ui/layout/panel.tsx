import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import classes from './panel.module.css';

type Props = {
  /** Anchor for links. */
  id?: string;
  title?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
};

/** A card. `aside` is placed opposite the title. */
export const Panel = ({ id, title, aside, children, className }: Props) => (
  <section id={id} className={clsx(classes.panel, className)}>
    {(title ?? aside) && (
      <div className={classes.head}>
        {title && <h2 className={classes.title}>{title}</h2>}
        {aside}
      </div>
    )}
    {children}
  </section>
);
