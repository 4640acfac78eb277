const EMAIL = /[^\s<>"',;:()]+@[^\s<>"',;:()]+\.[^\s<>"',;:().]+/u;
const PHONE = /\+?\d[\d\s().-]{5,}\d/u;

/** What an account is most likely called in what somebody wrote about it: an address, a number, else all of it. */
export const nameInSubject = (subject: string): string =>
  (EMAIL.exec(subject) ?? PHONE.exec(subject))?.[0] ?? subject.trim();
