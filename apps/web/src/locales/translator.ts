// Reads texts in the JSON format of i18next (v4): nested names, plural endings as CLDR calls them, {{values}}.

/** Texts by name, in groups: `{ orders: { title: 'Orders', count_one: '{{count}} order', … } }`. */
export type TextTree = { readonly [name: string]: string | TextTree };

/**
 * What a text is filled with: `{{name}}` becomes the value of `name`. `count` is written as the language
 * writes numbers and also chooses the plural form, which is the name's ending: `_one`, `_few`, `_many`, `_other` … as
 * CLDR calls them. `defaultValue` is shown where there is no such text.
 */
export type Values = { readonly [name: string]: string | number | bigint | null | undefined } & {
  readonly count?: number;
  readonly defaultValue?: string;
};

/** One language as pages see it; another one when the language has changed. */
type Speech = {
  readonly language: string;
  /** The text's own name where nothing is known by it, so that a missing text is seen. */
  readonly translate: (groups: readonly string[], name: string, values?: Values) => string;
};

/** The texts of several languages, of which pages see one. */
export class Translator {
  readonly #trees = new Map<string, TextTree>();
  readonly #listeners = new Set<() => void>();
  #speech: Speech;

  constructor(language: string, groups: Readonly<Record<string, TextTree>> = {}) {
    for (const [group, tree] of Object.entries(groups)) this.add(language, group, tree);
    this.#speech = this.#speak(language);
  }

  get language(): string {
    return this.#speech.language;
  }

  /** Adds to a group's texts in a language. Nothing that is shown already is drawn again. */
  add(language: string, group: string, tree: TextTree): void {
    const place = `${language} ${group}`;
    this.#trees.set(place, merge(this.#trees.get(place) ?? {}, tree));
  }

  /** From now on pages show this language. Its texts must have been added. */
  changeLanguage(language: string): void {
    this.#speech = this.#speak(language);
    this.#listeners.forEach((tell) => tell());
  }

  /** A text or a group of texts in the present language. */
  read(group: string, path: string): string | TextTree | undefined {
    return find(this.#trees.get(`${this.language} ${group}`), path);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly speech = (): Speech => this.#speech;

  #speak(language: string): Speech {
    const plurals = new Intl.PluralRules(language);
    const read = (groups: readonly string[], path: string): string | undefined => {
      for (const group of groups) {
        const found = find(this.#trees.get(`${language} ${group}`), path);
        if (typeof found === 'string') return found;
      }
      return undefined;
    };
    const translate: Speech['translate'] = (groups, name, values = {}) => {
      const [, group, path = name] = /^(\w+):(.+)$/.exec(name) ?? [];
      const from = group === undefined ? groups : [group];
      const { count } = values;
      const text =
        (count !== undefined &&
          (read(from, `${path}_${plurals.select(count)}`) ?? read(from, `${path}_other`))) ||
        read(from, path);
      const filling = (one: string) => (one === 'count' ? count?.toLocaleString(language) : values[one]);
      return text === undefined
        ? (values.defaultValue ?? name)
        : text.replace(/\{\{(\w+)\}\}/g, (_, one: string) => String(filling(one) ?? ''));
    };
    return { language, translate };
  }
}

function find(tree: TextTree | undefined, path: string): string | TextTree | undefined {
  let found: string | TextTree | undefined = tree;
  for (const name of path.split('.')) {
    if (found === undefined || typeof found === 'string' || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
}

function merge(tree: TextTree, added: TextTree): TextTree {
  const merged: Record<string, string | TextTree> = { ...tree };
  for (const [name, value] of Object.entries(added)) {
    const present = merged[name];
    merged[name] = typeof present === 'object' && typeof value === 'object' ? merge(present, value) : value;
  }
  return merged;
}
