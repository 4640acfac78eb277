import type { ReactNode } from 'react';
import classes from './page-header.module.css';

type Props = { title: ReactNode; lede?: ReactNode; actions?: ReactNode };

/** Title of a page, one line about it, and its actions. */
export const PageHeader = ({ title, lede, actions }: Props) => (
  <header className={classes.header}>
    <div>
      <h1 className={classes.title}>{title}</h1>
      {lede && <p className={classes.lede}>{lede}</p>}
    </div>
    {actions && <div className={classes.actions}>{actions}</div>}
  </header>
);
