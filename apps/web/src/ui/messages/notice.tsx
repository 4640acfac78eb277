import type { ReactNode } from 'react';
import classes from './notice.module.css';

type Props = { picture: ReactNode; title: ReactNode; text: ReactNode; action: ReactNode };

/** A page with a single message, within a layout. */
export const Notice = ({ picture, title, text, action }: Props) => (
  <div className={classes.page}>
    {picture}
    <h1 className={classes.title}>{title}</h1>
    <p className={classes.text}>{text}</p>
    <div className={classes.action}>{action}</div>
  </div>
);
