import type { ReactNode } from 'react';
import { languageNames, type Language } from '../../locales/languages.ts';
import classes from './reader-preview.module.css';

type Props = {
  label: string;
  /** Named where a reader gets another language's text. */
  of?: Language | undefined;
  children: ReactNode;
};

/** What is being written, as its readers will see it. */
export const ReaderPreview = ({ label, of, children }: Props) => (
  <section className={classes.preview} aria-label={label}>
    <p className={classes.label}>
      {label}
      {of && ` · ${languageNames[of]}`}
    </p>
    {children}
  </section>
);
