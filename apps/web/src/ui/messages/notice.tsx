import type { ReactNode } from 'react';
import classes from './notice.module.css';

type Props = { picture: ReactNode; title: ReactNode; text: ReactNode; action: ReactNode };

/** A full page with a single message. */
export const Notice = ({ picture, title, text, action }: Props) => (
  <main className={classes.page} tabIndex={-1}>
    {picture}
    <h1 className={classes.title}>{title}</h1>
    <p className={classes.text}>{text}</p>
    <div className={classes.action}>{action}</div>
  </main>
);
