import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

type Props = { picture?: ReactNode; title?: ReactNode; text: ReactNode; action?: ReactNode };

/** Stands where a list would be: a picture, a sentence, and a way on. */
export const EmptyState = ({ picture, title, text, action }: Props) => (
  <div className={classes.state}>
    {picture}
    {title && <strong className={classes.title}>{title}</strong>}
    <p className={classes.text}>{text}</p>
    {action}
  </div>
);
