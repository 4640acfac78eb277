import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

const TYPING_PAUSE_MS = 350;
const LONGEST_SEARCH = 100;
const LONGEST_LINK = 2_000;

type Props = {
  label: string;
  clearLabel: string;
  /** The current search; the typed text may be ahead of it. */
  value: string;
  onSearch: (text: string) => void;
  /** Normalises the typed text; trims by default. */
  clean?: (text: string) => string;
  /** The message for a text that cannot be searched for, which is not sent. */
  problemOf?: ((text: string) => string | null) | undefined;
  className?: string | undefined;
};

/** Searches while typing, after a short pause. */
export function SearchField({
  label,
  clearLabel,
  value,
  onSearch,
  clean = trim,
  problemOf,
  className,
}: Props) {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [known, setKnown] = useState(value);
  // Only an outside change replaces the typed text: our own update may arrive after the next keystroke.
  if (known !== value) {
    setKnown(value);
    if (clean(sent) !== value) {
      setSent(value);
      setTyped(value);
    }
  }
  const problem = (typed.trim() !== '' && problemOf?.(typed)) || null;
  const send = useDebouncedCallback((text: string) => {
    if (text.trim() !== '' && problemOf?.(text)) return;
    setSent(text);
    onSearch(clean(text));
  }, TYPING_PAUSE_MS);

  /** Text that an input method is still composing is shown but not searched for. */
  function change(text: string, isUnfinished = false) {
    setTyped(text);
    if (!isUnfinished) send(text);
  }

  return (
    <TextInput
      className={className}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={17} stroke={1.8} />}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label={clearLabel} onClick={() => change('')} />
      }
      value={typed}
      error={problem}
      // Longer than any word: people paste links that contain what they look for.
      maxLength={clean === trim ? LONGEST_SEARCH : LONGEST_LINK}
      onChange={({ currentTarget, nativeEvent }) => change(currentTarget.value, isComposing(nativeEvent))}
      onCompositionEnd={({ currentTarget }) => change(currentTarget.value)}
      spellCheck={false}
      autoComplete="off"
    />
  );
}

const trim = (text: string): string => text.trim();

/** Whether an input method still composes a word of what was typed: nobody means it yet. */
export const isComposing = (event: Event): boolean => (event as InputEvent).isComposing;
