import { createElement, Fragment, type ReactNode } from 'react';
import { ownPath, readUrl } from '../../lib/format/links.ts';
import { Link } from 'wouter';
import classes from './rich-text.module.css';
import { languageNames, type Language } from '../../locales/languages.ts';

/** Elements that a text may contain. */
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
  blockquote: 'blockquote',
  code: 'code',
};

/** Heading levels below the title around the text: the page's own title, or one level lower. */
const HEADINGS = { h2: { h2: 'h2', h3: 'h3' }, h3: { h2: 'h3', h3: 'h4' } } as const;

/**
 * Renders HTML that the server has sanitised. It is parsed into an inert document and only known elements are
 * rebuilt, so a gap in one of the two sanitisers is not a gap in the page.
 */
export function RichText({ html, headings = 'h3' }: { html: string; headings?: keyof typeof HEADINGS }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return <div className={classes.text}>{childrenOf(body, { ...ELEMENTS, ...HEADINGS[headings] })}</div>;
}

type Elements = typeof ELEMENTS;

const childrenOf = (node: Node, elements: Elements): ReactNode[] =>
  Array.from(node.childNodes, (child, index) => <Fragment key={index}>{drawn(child, elements)}</Fragment>);

function drawn(node: Node, elements: Elements): ReactNode {
  if (node instanceof Text) return node.data;
  if (!(node instanceof HTMLElement)) return null;
  const name = node.tagName.toLowerCase();
  if (name === 'script' || name === 'style') return null;
  const content = childrenOf(node, elements);
  if (name === 'a') return link(node.getAttribute('href'), content);
  const element = elements[name];
  if (element === undefined) return content;
  return element === 'br' ? <br /> : createElement(element, null, ...content);
}

function link(href: string | null, content: ReactNode[]): ReactNode {
  const path = ownPath(href);
  if (path !== undefined) return <Link to={path}>{content}</Link>;
  if (href === null || readUrl(href)?.protocol !== 'https:') return content;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {content}
    </a>
  );
}

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
