/**
 * The key under which a username or e-mail address is unique: "Ann", "ANN" and the full-width "Ａｎｎ" are one.
 * Upper case first, because some letters ("ß", "ı") only meet there.
 */
export const foldName = (name: string): string =>
  name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
