import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { ownPath } from '../lib/site-path.ts';
import classes from './rich-text.module.css';

/** What may stand in a text. Its headings come one step lower, under the title of what they stand in. */
const ELEMENTS: Readonly<Record<string, string>> = {
  p: 'p',
  br: 'br',
  strong: 'strong',
  em: 'em',
  u: 'u',
  s: 's',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  h2: 'h3',
  h3: 'h4',
  blockquote: 'blockquote',
  code: 'code',
};

/**
 * HTML that the server has cleaned. It is read into a document that runs nothing, and only what is known here
 * is built of it: a hole in one of the two sieves is none in the page.
 */
export function RichText({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return <div className={classes.text}>{childrenOf(body)}</div>;
}

const childrenOf = (node: Node): ReactNode[] =>
  Array.from(node.childNodes, (child, index) => <Fragment key={index}>{drawn(child)}</Fragment>);

function drawn(node: Node): ReactNode {
  if (node instanceof Text) return node.data;
  if (!(node instanceof HTMLElement)) return null;
  const name = node.tagName.toLowerCase();
  if (name === 'script' || name === 'style') return null;
  if (name === 'a') return link(node.getAttribute('href'), childrenOf(node));
  const element = ELEMENTS[name];
  if (element === undefined) return childrenOf(node);
  return element === 'br' ? <br /> : createElement(element, null, ...childrenOf(node));
}

function link(href: string | null, content: ReactNode[]): ReactNode {
  const path = ownPath(href);
  if (path !== undefined) return <Link to={path}>{content}</Link>;
  const isSafe = href !== null && URL.canParse(href) && new URL(href).protocol === 'https:';
  if (!isSafe) return content;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {content}
    </a>
  );
}
