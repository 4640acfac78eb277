import type { ReactNode } from 'react';
import { languageNames, type Language } from '../../locales/languages.ts';
import classes from './reader-preview.module.css';

type Props = {
  label: string;
  /** Set where readers get the text of another language. */
  of?: Language | undefined;
  children: ReactNode;
};

/** Preview of a text as its readers will see it. */
export const ReaderPreview = ({ label, of, children }: Props) => (
  <section className={classes.preview} aria-label={label}>
    <p className={classes.label}>
      {label}
      {of && ` · ${languageNames[of]}`}
    </p>
    {children}
  </section>
);
