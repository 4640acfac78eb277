import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

type Props = { picture?: ReactNode; title?: ReactNode; text: ReactNode; action?: ReactNode };

/** Shown in place of an empty list: a picture, a sentence and a next step. */
export const EmptyState = ({ picture, title, text, action }: Props) => (
  <div className={classes.state}>
    {picture}
    {title && <strong className={classes.title}>{title}</strong>}
    <p className={classes.text}>{text}</p>
    {action}
  </div>
);
