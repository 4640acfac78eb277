import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../buttons/copy-button.tsx';
import classes from './facts.module.css';

/** What is known of one thing, fact under fact. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>;

/** Stands in a description list. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

type Link = { readonly href: string | null; readonly label: string };

/** A hash or an address in full, to be copied, with its page in an explorer where there is one. */
export const LongText = ({ text, link }: { text: string; link?: Link }) => (
  <>
    <span className={classes.long}>
      <code>{text}</code>
      <CopyButton text={text} />
    </span>
    {link?.href && (
      <Anchor href={link.href} target="_blank" rel="noreferrer" size="sm">
        {link.label}
      </Anchor>
    )}
  </>
);
