import type { ReactNode } from 'react';

type Props = {
  /** The page about it; null where there is none. */
  href: string | null;
  /** A hash or an address. */
  text: string;
  /** What is shown instead of the whole text, which is the tooltip then. */
  children?: ReactNode;
};

/** A hash or an address, linked to the explorer where there is one. */
export function LinkedCode({ href, text, children }: Props) {
  const code = children === undefined ? <code>{text}</code> : <code title={text}>{children}</code>;
  if (href === null) return code;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {code}
    </a>
  );
}
