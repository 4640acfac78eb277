import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../buttons/copy-button.tsx';
import classes from './facts.module.css';

/** A list of facts, one below the other. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>;

/** One name and value of a description list. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

type Link = { readonly href: string | null; readonly label: string };

/** A full hash or address with a copy button, and a link to the explorer where there is one. */
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
