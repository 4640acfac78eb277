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
  /** Only the title shows until the reader opens it; there is no `aside`. */
  isFolded?: boolean;
};

/** A card. `aside` is placed opposite the title. */
export const Panel = ({ id, title, aside, children, className, isFolded = false }: Props) => (
  <section id={id} className={clsx(classes.panel, className)}>
    {isFolded ? (
      <details className={classes.folded}>
        <summary>
          <h2 className={classes.title}>{title}</h2>
        </summary>
        {children}
      </details>
    ) : (
      <>
        {(title ?? aside) && (
          <div className={classes.head}>
            {title && <h2 className={classes.title}>{title}</h2>}
            {aside}
          </div>
        )}
        {children}
      </>
    )}
  </section>
);
