import classes from './address-text.module.css';
import type { ReactNode } from 'react';

const GROUP = /.{1,4}/g;

const groupsOf = (address: string) =>
  Array.from(address.matchAll(GROUP), ({ index, 0: text }) => ({ index, text }));

/** A full address in groups of four, so that it can be compared. Groups that differ from `other` are marked. */
export function AddressText({ address, other }: { address: string; other?: string | undefined }) {
  return (
    <code translate="no" className={classes.address}>
      {groupsOf(address).map(({ index, text }) => (
        <span key={index} data-differs={(other !== undefined && !other.startsWith(text, index)) || undefined}>
          {text}
        </span>
      ))}
    </code>
  );
}

type Props = {
  /** The page about it; null if there is none. */
  href: string | null;
  /** A hash or an address. */
  text: string;
  /** What is shown instead of the whole text, which is the tooltip then. */
  children?: ReactNode;
};

/** A hash or an address, linked to the explorer where there is one. */
export function LinkedCode({ href, text, children }: Props) {
  const code =
    children === undefined ? (
      <code translate="no">{text}</code>
    ) : (
      <code translate="no" title={text}>
        {children}
      </code>
    );
  if (href === null) return code;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {code}
    </a>
  );
}
