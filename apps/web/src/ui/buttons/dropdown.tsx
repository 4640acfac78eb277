import { UnstyledButton } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import classes from './dropdown.module.css';

type Props = {
  /** Name of the button for screen readers. */
  label: string;
  /** What the button shows. */
  face: ReactNode;
  /** Links and DropdownItems, rendered while it is open; choosing one closes it. */
  children: ReactNode;
};

/**
 * A button that discloses a short list. Mantine's menu would add its positioning and focus libraries (30 kB) to the
 * first load of every page.
 */
export function Dropdown({ label, face, children }: Props) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  const closeOutside = useEffectEvent((event: Event) => {
    if (!box.current?.contains(event.target as Node)) setIsOpen(false);
  });
  const closeOnChoice = useEffectEvent((event: Event) => {
    if (list.current?.contains(event.target as Node)) setIsOpen(false);
  });
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    setIsOpen(false);
    box.current?.querySelector('button')?.focus();
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('pointerdown', (event) => closeOutside(event), { signal });
    document.addEventListener('focusin', (event) => closeOutside(event), { signal });
    document.addEventListener('click', (event) => closeOnChoice(event), { signal });
    document.addEventListener('keydown', (event) => closeOnEscape(event), { signal });
    return () => stop.abort();
  }, [isOpen]);

  return (
    <div ref={box} className={classes.box}>
      <UnstyledButton
        className={classes.face}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {face}
      </UnstyledButton>
      <div ref={list} id={id} className={classes.list} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}

type ItemProps = {
  onClick: () => void;
  icon?: ReactNode;
  lang?: string;
  isCurrent?: boolean;
  children: ReactNode;
};

export const DropdownItem = ({ onClick, icon, lang, isCurrent, children }: ItemProps) => (
  <UnstyledButton
    className={classes.item}
    onClick={onClick}
    lang={lang}
    // What has a language of its own is a name in it.
    translate={lang === undefined ? undefined : 'no'}
    aria-current={isCurrent}
  >
    {icon}
    {children}
  </UnstyledButton>
);
