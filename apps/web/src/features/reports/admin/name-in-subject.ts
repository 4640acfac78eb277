const EMAIL = /[^\s<>"',;:()]+@[^\s<>"',;:()]+\.[^\s<>"',;:().]+/u;
const PHONE = /\+?\d[\d\s().-]{5,}\d/u;

/** Guesses an account's name from a request's subject: an e-mail address, a phone number, or all of it. */
export const nameInSubject = (subject: string): string =>
  (EMAIL.exec(subject) ?? PHONE.exec(subject))?.[0] ?? subject.trim();
