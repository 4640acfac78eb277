import type { Proposal } from '@portside/contract';
import type { ReactNode } from 'react';
import classes from './proposals.module.css';

export type Terms = Proposal['terms'];

/** A term as text; empty if the proposal does not have it. */
export const textOf = (terms: Terms, name: string): string => String(terms[name] ?? '');

/** One name and value of a proposal. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
