import type { ReactNode } from 'react';
import classes from './folded.module.css';

type Props = { summary: string; children: ReactNode };

/** What is needed now and then: only its name shows until the reader opens it. */
export const Folded = ({ summary, children }: Props) => (
  <details className={classes.folded}>
    <summary>{summary}</summary>
    {children}
  </details>
);
