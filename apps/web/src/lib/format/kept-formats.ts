/**
 * Makes each language's format once: making one takes many times as long as using it, and a list uses it in every
 * row. Times stay in the time zone in which the page was opened.
 */
export function keptFormats<T>(make: (language: string) => T): (language: string) => T {
  const kept = new Map<string, T>();
  return (language) => {
    let format = kept.get(language);
    if (format === undefined) kept.set(language, (format = make(language)));
    return format;
  };
}
